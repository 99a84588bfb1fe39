/** Whose public keys are whose: nothing is sealed to an identity, and nothing taken from it, that a person doesn't trust. */
import { z } from 'zod';
import { fingerprintOf, saysWords } from '#contract/fingerprint.ts';
import type { Identity } from '#contract/identities.ts';
import type { MemberUser } from '#contract/organizations.ts';
import { HttpProblem } from '#host/problem.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Party } from './parcel.ts';

const PublicKey = z.string().regex(/^[0-9a-f]{64}$/);

/** An identity with the person whose it is, as the service tells. */
export type OwnedIdentity = Omit<Identity, 'user'> & { user: MemberUser };

/** How a person is called in a sentence. */
export const nameOf = ({ first_name, last_name, email }: MemberUser): string =>
  `${first_name} ${last_name}`.trim() || email;

/** An identity that may be trusted. It is pinned when that is called, which is done once everything else was right, too. */
export type Trusted = { party: Party; pin: () => Promise<void> };

/**
 * Make sure that an identity is its person's: it is pinned, or the first that is seen of them, or its fingerprint was
 * compared.
 * @param compared - the fingerprint's words, when the caller has compared them with the person.
 * @throws {HttpProblem} 409 naming the person when it isn't; `pin` too, when another one was pinned since.
 */
export function requireTrusted(
  keyring: Keyring,
  identity: OwnedIdentity,
  compared: string | undefined,
): Trusted {
  const { id, user, primary_public_key: signs, sub_public_key: receives, revoked } = identity;
  const name = nameOf(user);
  const unknown = () => new HttpProblem(409, user.id === keyring.user ? anotherOfOnesOwn : changed(name));
  if (revoked !== null)
    throw new HttpProblem(409, `${name} has revoked this identity. Only another one of theirs can be used.`);
  if (!PublicKey.safeParse(signs).success || !PublicKey.safeParse(receives).success)
    throw new HttpProblem(409, `The identity of ${name} has no keys that can be used.`);
  if (compared !== undefined && !saysWords(compared, fingerprintOf(identity).words))
    throw new HttpProblem(
      409,
      `These six words are not the fingerprint of this identity of ${name}. Somebody may have put their own keys in its place: nothing was shared.`,
    );
  const confirmed = compared !== undefined;
  if (!keyring.wouldTrust(user.id, { signs, receives }, confirmed)) throw unknown();
  const pin = async () => {
    if (!(await keyring.trust(user.id, { signs, receives }, confirmed))) throw unknown();
  };
  return { party: { id, signs, receives }, pin };
}

const anotherOfOnesOwn =
  'This is an identity of yours on another device, or somebody’s who wants your keys. Compare its fingerprint with what that device shows under Identities, and confirm it.';

const changed = (name: string) =>
  `${name} has another identity than the one you know: another device, or somebody who pretends to be ${name}. Ask ${name} for the six words of its fingerprint, by voice or in person, and confirm them.`;
