/** Registers and revokes a device's public keys. */
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { registerIdentity } from '@cloakroom/contract/identities.ts';
import { possessionText } from '@cloakroom/wire/possession.ts';
import { conflict, invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { identities, materials, requests, users } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { settleRequests } from '../requests/settleRequests.ts';
import type { OwnedIdentity } from './repository.ts';

type Registration = z.output<typeof registerIdentity.body>;
type Person = { id: string };

/** The maximum of unrevoked identities of one person. */
const maxDevices = 20;

/**
 * Checks that the sender holds the private keys, and that the public keys are secure.
 * @throws {HttpProblem} 400 if the signature isn't valid for this person and device, or a key is a point of small order.
 */
export function checkPossession(user: Person, registration: Registration): void {
  const message = possessionText(user.id, registration);
  // Strict verification also refuses points of small order, for which one signature is valid for every message.
  if (
    !holds(() =>
      ed25519.verify(hex(registration.signature), message, hex(registration.primary_public_key), {
        zip215: false,
      }),
    )
  )
    throw invalid({ signature: ['The signature doesn’t fit these keys and this person.'] });
  if (
    !holds(
      () =>
        x25519.getSharedSecret(x25519.utils.randomSecretKey(), hex(registration.sub_public_key)).length > 0,
    )
  )
    throw invalid({ sub_public_key: ['This key is not secure. Create the identity again.'] });
}

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** Returns the result of a check; false if the library throws, as for bytes that are not a point of the curve. */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

/**
 * Registers a device's keys. Registering the same keys again returns the existing identity.
 * @returns the identity, whether it is new, and how many requests were opened.
 * @throws {HttpProblem} 409 for other keys of an existing device, a revoked identity, or too many devices.
 */
export async function register(
  transaction: Queries,
  person: Person,
  registration: Registration,
  now: Date,
): Promise<{ owned: OwnedIdentity; isNew: boolean; opened: number }> {
  const [user] = await transaction
    .update(users)
    .set({ hasIdentity: true })
    .where(eq(users.id, person.id))
    .returning();
  const own = eq(identities.user, person.id);
  const [existing] = await transaction
    .select()
    .from(identities)
    .where(and(own, eq(identities.device, registration.device_id)));
  if (existing) refuseChange(existing, registration);
  else await refuseTooMany(transaction, person);
  const identity = existing ?? (await insertIdentity(transaction, person, registration, now));
  const { opened } = await settleRequests(transaction, { people: [person.id] }, now);
  return { owned: { identity, user: user! }, isNew: !existing, opened };
}

function refuseChange(existing: OwnedIdentity['identity'], registration: Registration): void {
  if (existing.revoked) throw conflict('This device’s identity was revoked. Create another one.');
  if (
    existing.primaryPublicKey !== registration.primary_public_key ||
    existing.subPublicKey !== registration.sub_public_key
  )
    throw conflict('This device has an identity with other keys. Revoke that one first.');
}

async function refuseTooMany(queries: Queries, { id }: Person): Promise<void> {
  const [inUse] = await queries
    .select({ number: count() })
    .from(identities)
    .where(and(eq(identities.user, id), isNull(identities.revoked)));
  if ((inUse?.number ?? 0) >= maxDevices)
    throw conflict(`You have ${maxDevices} identities in use. Revoke one that you don’t need.`);
}

async function insertIdentity(transaction: Queries, { id }: Person, registration: Registration, now: Date) {
  const [inserted] = await transaction
    .insert(identities)
    .values({
      id: newId(),
      user: id,
      device: registration.device_id,
      primaryPublicKey: registration.primary_public_key,
      subPublicKey: registration.sub_public_key,
      created: now,
    })
    .returning();
  return inserted!;
}

/**
 * Revokes an identity: deletes its requests without a received key, and the keys that it sealed for others and that are
 * not opened yet; those requests can be fulfilled by another person.
 * @param owned - the person's own identity, not revoked yet.
 */
export async function revoke(transaction: Queries, owned: OwnedIdentity, now: Date): Promise<OwnedIdentity> {
  const { id, user: person } = owned.identity;
  await transaction.select().from(users).where(eq(users.id, person)).for('no key update');
  await transaction.update(identities).set({ revoked: now }).where(eq(identities.id, id));
  await transaction.delete(requests).where(and(eq(requests.identity, id), isNull(requests.received)));
  const unopened = and(eq(materials.uploadedBy, id), isNull(materials.proofed));
  const deleted = await transaction
    .delete(materials)
    .where(unopened)
    .returning({ request: materials.request });
  await transaction
    .update(requests)
    .set({ fulfilled: null })
    .where(
      inArray(
        requests.id,
        deleted.map(({ request }) => request),
      ),
    );
  const remaining = await transaction.$count(
    identities,
    and(eq(identities.user, person), isNull(identities.revoked)),
  );
  const [user] = await transaction
    .update(users)
    .set({ hasIdentity: remaining > 0 })
    .where(eq(users.id, person))
    .returning();
  return { identity: { ...owned.identity, revoked: now }, user: user! };
}
