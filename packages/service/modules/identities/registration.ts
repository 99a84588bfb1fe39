/** A device's public keys come into use, and go out of it. */
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { registerIdentity } from '@cloakroom/contract/identities.ts';
import { possessionText } from '@cloakroom/wire/possession.ts';
import { HttpProblem, invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { identities, materials, requests, users } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { settleRequests } from '../requests/opening.ts';
import type { OwnedIdentity } from './repository.ts';

type Registration = z.output<typeof registerIdentity.body>;
type Person = { id: string };

/** How many devices of one person may be in use. */
const mostDevices = 20;

/**
 * Keys that the sender has shown to hold, and that can be used.
 * @throws {HttpProblem} 400 when the signature isn't the person's and the device's own, or a key is one of the few that open to everybody.
 */
export function checkPossession(user: Person, given: Registration): void {
  const text = possessionText(user.id, given);
  // Strict verification also refuses the points of small order, under which one signature fits every text.
  if (
    !holds(() => ed25519.verify(hex(given.signature), text, hex(given.primary_public_key), { zip215: false }))
  )
    throw invalid({ signature: ['The signature doesn’t fit these keys and this person.'] });
  if (
    !holds(() => x25519.getSharedSecret(x25519.utils.randomSecretKey(), hex(given.sub_public_key)).length > 0)
  )
    throw invalid({ sub_public_key: ['This key protects nothing. Create the identity again.'] });
}

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** Bytes that are no point of the curve make the library throw. */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

/**
 * Bring a device's keys into use; the same again are the identity that they are already.
 * @returns the identity, and whether it is new.
 * @throws {HttpProblem} 409 for other keys of a known device, a revoked identity, or one device too many.
 */
export async function register(
  transaction: Queries,
  person: Person,
  given: Registration,
  now: Date,
): Promise<{ owned: OwnedIdentity; fresh: boolean; opened: number }> {
  const [user] = await transaction
    .update(users)
    .set({ hasIdentity: true })
    .where(eq(users.id, person.id))
    .returning();
  const own = eq(identities.user, person.id);
  const [known] = await transaction
    .select()
    .from(identities)
    .where(and(own, eq(identities.device, given.device_id)));
  if (known) refuseChange(known, given);
  else await refuseTooMany(transaction, person);
  const identity = known ?? (await insertIdentity(transaction, person, given, now));
  const { opened } = await settleRequests(transaction, { people: [person.id] }, now);
  return { owned: { identity, user: user! }, fresh: !known, opened };
}

function refuseChange(known: OwnedIdentity['identity'], given: Registration): void {
  if (known.revoked) throw new HttpProblem(409, 'This device’s identity was revoked. Create another one.');
  if (known.primaryPublicKey !== given.primary_public_key || known.subPublicKey !== given.sub_public_key)
    throw new HttpProblem(409, 'This device has an identity with other keys. Revoke that one first.');
}

async function refuseTooMany(queries: Queries, { id }: Person): Promise<void> {
  const [inUse] = await queries
    .select({ number: count() })
    .from(identities)
    .where(and(eq(identities.user, id), isNull(identities.revoked)));
  if ((inUse?.number ?? 0) >= mostDevices)
    throw new HttpProblem(409, `You have ${mostDevices} identities in use. Revoke one that you don’t need.`);
}

async function insertIdentity(transaction: Queries, { id }: Person, given: Registration, now: Date) {
  const [made] = await transaction
    .insert(identities)
    .values({
      id: newId(),
      user: id,
      device: given.device_id,
      primaryPublicKey: given.primary_public_key,
      subPublicKey: given.sub_public_key,
      created: now,
    })
    .returning();
  return made!;
}

/**
 * Take an identity out of use. What was asked for it vanishes with the keys that wait for it; what it has sealed for others
 * and nobody has opened is taken back, and can be fulfilled by somebody else.
 * @param owned - the person's own, not revoked yet.
 */
export async function revoke(transaction: Queries, owned: OwnedIdentity, now: Date): Promise<OwnedIdentity> {
  const { id, user: person } = owned.identity;
  await transaction.select().from(users).where(eq(users.id, person)).for('no key update');
  await transaction.update(identities).set({ revoked: now }).where(eq(identities.id, id));
  await transaction.delete(requests).where(and(eq(requests.identity, id), isNull(requests.received)));
  const unopened = and(eq(materials.uploadedBy, id), isNull(materials.proofed));
  const taken = await transaction.delete(materials).where(unopened).returning({ request: materials.request });
  await transaction
    .update(requests)
    .set({ fulfilled: null })
    .where(
      inArray(
        requests.id,
        taken.map(({ request }) => request),
      ),
    );
  const left = await transaction.$count(
    identities,
    and(eq(identities.user, person), isNull(identities.revoked)),
  );
  const [user] = await transaction
    .update(users)
    .set({ hasIdentity: left > 0 })
    .where(eq(users.id, person))
    .returning();
  return { identity: { ...owned.identity, revoked: now }, user: user! };
}
