/** Checks that public keys belong to a person: keys are sealed for, and received from, trusted identities only. */
import { z } from 'zod';
import type { RequestStatus } from '@cloakroom/contract/accessLog.ts';
import { fingerprintOf, matchesWords } from '@cloakroom/wire/fingerprint.ts';
import type { Identity } from '@cloakroom/contract/identities.ts';
import type { MemberUser } from '@cloakroom/contract/organizations.ts';
import { conflict } from '@cloakroom/server-kit/problem.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Party } from './sealedKey.ts';

const PublicKey = z.string().regex(/^[0-9a-f]{64}$/);

/** An identity and its user, as listed by the service. */
export type OwnedIdentity = Omit<Identity, 'user'> & { user: MemberUser };

/** A person's name in messages. */
export const nameOf = ({
  first_name,
  last_name,
  email,
}: Pick<MemberUser, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email;

/** A trusted identity. Call `pin` after all other checks have passed. */
export type TrustedIdentity = { party: Party; compared: boolean; pin: () => Promise<void> };

/** How the caller has confirmed an identity. */
export type Assurance = {
  /** The fingerprint's words, if the caller has compared them with the person. */
  compared?: string | undefined;
  /** The caller accepts the first identity of a person as it is. */
  withoutComparing?: boolean | undefined;
};

/** The status of an identity, compared with the person's pins in a keyring. */
export function deviceStatusOf(keyring: Keyring, identity: OwnedIdentity): RequestStatus['device'] {
  const { user, primary_public_key: signs, sub_public_key: receives, revoked } = identity;
  const isUsable = PublicKey.safeParse(signs).success && PublicKey.safeParse(receives).success;
  if (revoked !== null || !isUsable) return 'unusable';
  const pins = keyring.pinsOf(user.id);
  const pin = pins.find((one) => one.signs === signs && one.receives === receives);
  if (pin) return pin.compared ? 'compared' : 'uncompared';
  return pins.length > 0 ? 'changed' : 'new';
}

/**
 * Requires that an identity is trusted: it is pinned, or its fingerprint was compared, or it is the person's first one and the
 * caller accepts it without comparing.
 * @param purpose - for the error message.
 * @throws {HttpProblem} 409 if it isn't; so does `pin` if another identity was pinned meanwhile.
 */
export function requireTrusted(
  keyring: Keyring,
  identity: OwnedIdentity,
  { compared, withoutComparing = false }: Assurance,
  purpose: 'seal' | 'receive',
): TrustedIdentity {
  const { id, user, primary_public_key: signs, sub_public_key: receives, revoked } = identity;
  const name = nameOf(user);
  if (revoked !== null)
    throw conflict(`${name} has revoked this identity. Only another one of theirs can be used.`);
  const status = deviceStatusOf(keyring, identity);
  if (status === 'unusable') throw conflict(`The identity of ${name} has no keys that can be used.`);
  if (compared !== undefined && !matchesWords(compared, fingerprintOf(identity).words))
    throw conflict(
      `These eight words are not the fingerprint of this identity of ${name}. Its keys may have been put in the place of theirs: nothing was shared.`,
    );
  const isOwn = user.id === keyring.user;
  const confirmation = compared !== undefined ? 'compared' : withoutComparing ? 'without comparing' : null;
  const unknown = () =>
    conflict(
      isOwn ? otherOwnDevice : status === 'new' ? (confirmation ? keysOfAnotherPerson(name) : unknownDevice(name, fingerprintOf(identity).words, purpose)) : changedIdentity(name), // prettier-ignore
    );
  // The service can invent a device of the caller: it is compared like any other.
  if (isOwn && status === 'new' && confirmation !== 'compared') throw unknown();
  if (!keyring.wouldTrust(user.id, { signs, receives }, confirmation)) throw unknown();
  const pin = async () => {
    if (!(await keyring.trust(user.id, { signs, receives }, confirmation))) throw unknown();
  };
  return {
    party: { id, signs, receives },
    compared: confirmation === 'compared' || status === 'compared',
    pin,
  };
}

const otherOwnDevice =
  'This is an identity of yours on another device, or one of a stranger who wants your keys. Compare its fingerprint with what that device shows under Identities, and confirm it.';

const unknownDevice = (name: string, words: readonly string[], purpose: 'seal' | 'receive') =>
  `No device of ${name} is known on this machine yet. Ask ${name}, by voice or in person, for the eight words of its fingerprint, and confirm them: ${words.join(' ')}.${purpose === 'seal' ? ' Or share without comparing, which is recorded for everyone who may have the keys.' : ''} Nothing was shared.`;

const keysOfAnotherPerson = (name: string) =>
  `This identity of ${name} has keys that are known as another identity’s, of another person. Nothing was shared. Tell the operator of the service.`;

const changedIdentity = (name: string) =>
  `${name} has another identity than the one you know: another device, or a stranger who pretends to be ${name}. Ask ${name} for the eight words of its fingerprint, by voice or in person, and confirm them.`;
