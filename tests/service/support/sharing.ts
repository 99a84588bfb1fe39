/** Identities, requests and materials as a proxy would store them at the service. */
import { randomBytes } from 'node:crypto';
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { eq } from 'drizzle-orm';
import type { Identity } from '@cloakroom/contract/identities.ts';
import type { Material } from '@cloakroom/contract/materials.ts';
import { possessionText } from '@cloakroom/wire/possession.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import { identities, materials, requests, users } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import type { Someone } from './people.ts';
import type { TestService } from './service.ts';
import { caller } from './world.ts';

const day = 24 * 60 * 60 * 1000;

/** A person's identity on a new device. */
export async function identityOf(
  { database }: Pick<TestService, 'database'>,
  { user }: Pick<Someone, 'user'>,
): Promise<string> {
  const id = newId();
  await database.insert(identities).values({
    id,
    user: user.id,
    device: newId(),
    primaryPublicKey: `signs-${id}`,
    subPublicKey: `receives-${id}`,
  });
  await database.update(users).set({ hasIdentity: true }).where(eq(users.id, user.id));
  return id;
}

/** A request for one key; outstanding by default. */
export async function requestFor(
  { database }: Pick<TestService, 'database'>,
  values: { identity: string; schema: string; fieldName?: string; fulfilled?: Date; expires?: Date },
): Promise<string> {
  const id = newId();
  await database
    .insert(requests)
    .values({ fieldName: '__query', expires: new Date(Date.now() + 30 * day), ...values, id });
  return id;
}

/** A material that answers a request; waiting by default. */
export async function materialFor(
  { database }: Pick<TestService, 'database'>,
  values: { request: string; uploadedBy: string; proofed?: Date },
): Promise<string> {
  const id = newId();
  await database
    .insert(materials)
    .values({ payload: 'sealed', signature: 'signed', proof: '0'.repeat(64), ...values, id });
  return id;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/**
 * The body with which a proxy registers a new device of a person.
 * @param changes - applied before it signs.
 */
export function registrationOf(
  { user }: Pick<Someone, 'user'>,
  changes: { device_id?: string; sub_public_key?: string } = {},
) {
  const [signing, receiving] = [ed25519.keygen(), x25519.keygen()];
  const identity = {
    device_id: newId(),
    primary_public_key: hex(signing.publicKey),
    sub_public_key: hex(receiving.publicKey),
    ...changes,
  };
  const signature = hex(ed25519.sign(possessionText(user.id, identity), signing.secretKey));
  return { ...identity, signature };
}

/** Registers a new device of a person through the API. */
export async function deviceOf(service: TestService, who: Someone): Promise<Identity> {
  const answer = await caller(service)(who, 'POST', '/api/identities/register/', registrationOf(who));
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<Identity>();
}

/** The outstanding requests that a person may fulfil, with all details. */
export async function outstanding(service: TestService, who: Someone): Promise<Request[]> {
  const answer = await caller(service)(who, 'GET', '/api/requests/?shared=false&limit=1000');
  return answer.json<Request[]>();
}

/** A sealed key for a request, as a sharer's proxy would send it. */
export const sealedFor = (request: string, uploadedBy: string) => ({
  request,
  uploaded_by: uploadedBy,
  payload: randomBytes(80).toString('base64url'),
  signature: randomBytes(64).toString('hex'),
  proof: randomBytes(32).toString('hex'),
});

/** Fulfils a request; returns the material with its proof. */
export async function fulfilled(service: TestService, who: Someone, identity: string, request: string) {
  const body = sealedFor(request, identity);
  const answer = await caller(service)(who, 'POST', '/api/materials/', body);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return { material: answer.json<Material>(), proof: body.proof };
}
