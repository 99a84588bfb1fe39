/** Receives keys: each is verified against its sender, its purpose and the schema before it is stored. */
import { acknowledgeMaterial, listMaterials, proveMaterial, type Material, type ReceivedKey } from '@cloakroom/contract/materials.ts'; // prettier-ignore
import { idIn, urlOf } from '@cloakroom/contract/reference.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { HttpProblem, notFound, unprocessable } from '@cloakroom/server-kit/problem.ts';
import { requireSignedKeys } from '../accessLog/replay.ts';
import { maySign } from '../accessLog/state.ts';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Generations } from '../keyring/received.ts';
import type { OpenKeyring } from '../schemas.ts';
import type { Principal } from '../callers.ts';
import type { SharingDeps } from './fulfil.ts';
import { fitsSchema } from './heldKeys.ts';
import { requireSelf, type Self } from './identity.ts';
import { paginate } from '../paginate.ts';
import { openSealedKey, proofOf, type Refusal } from './sealedKey.ts';
import { collectResults } from './collectResults.ts';
import { nameOf, requireTrusted, type OwnedIdentity } from './trust.ts';

export type ReceivingDeps = SharingDeps & { openKeyring: OpenKeyring };

/** A material with everything that is needed to open it. */
type ReceivedMaterial = {
  id: string;
  payload: string;
  signature: string;
  request: string;
  schema: string;
  field: string;
  recipient: string;
  received: boolean;
  sender: OwnedIdentity;
};

/**
 * Receives every key that was sealed for this device; refused ones stay.
 * @throws {HttpProblem} 409 with the reasons if all of them are refused, 422 without an identity.
 */
export async function receiveAll(deps: ReceivingDeps, principal: Principal): Promise<ReceivedKey[]> {
  const keyring = await deps.openKeyring(principal);
  const self = requireSelf(keyring);
  const waiting = (await receivedMaterials(deps, principal)).filter(
    ({ recipient, received }) => recipient === self.id && !received,
  );
  return collectResults(waiting, (material) => receive(deps, principal, keyring, self, material));
}

/**
 * Receives one key; one that was received before is not changed.
 * @param compared - the eight words of the sender's fingerprint, if the caller has compared them with the sender.
 * @throws {HttpProblem} 404 for an unknown one, 409 for an untrusted sender, 422 for an invalid key.
 */
export async function receiveOne(
  deps: ReceivingDeps,
  principal: Principal,
  id: string,
  compared?: string,
): Promise<ReceivedKey[]> {
  const keyring = await deps.openKeyring(principal);
  const self = requireSelf(keyring);
  const material = (await receivedMaterials(deps, principal)).find((arrived) => arrived.id === id);
  if (!material) throw notFound('Material');
  if (material.recipient !== self.id)
    throw unprocessable('This key was sealed for another device of yours. Receive it there.');
  if (material.received) return [];
  return [await receive(deps, principal, keyring, self, material, compared)];
}

/** Everything that was sealed for this person, received or not, so that an interrupted receipt can be completed. */
async function receivedMaterials(
  { upstream }: SharingDeps,
  { credentials }: Principal,
): Promise<ReceivedMaterial[]> {
  const materials = await paginate((page) =>
    upstream.call(listMaterials, { credentials, query: { ...page, expand: 'request,uploaded_by.user' } }),
  );
  return materials.map(receivedMaterialOf);
}

function receivedMaterialOf({
  id,
  payload,
  signature,
  request,
  uploaded_by: sender,
}: Material): ReceivedMaterial {
  if (typeof request === 'string' || typeof sender === 'string' || typeof sender.user === 'string')
    throw new HttpProblem(502, 'The service does not say what a key is for and who sealed it.');
  const { identity, schema } = request;
  return {
    id,
    payload,
    signature,
    request: request.id,
    schema: typeof schema === 'string' ? idIn(schema) : schema.id,
    field: request.field_name,
    recipient: typeof identity === 'string' ? idIn(identity) : identity.id,
    received: request.received !== null,
    sender: { ...sender, user: sender.user },
  };
}

async function receive(
  { upstream, schemas, owners, logs }: ReceivingDeps,
  principal: Principal,
  keyring: Keyring,
  self: Self,
  { id, payload, signature, request, field, sender: from, ...material }: ReceivedMaterial,
  compared?: string,
): Promise<ReceivedKey> {
  const own = await schemas.forReceiving(principal, material.schema);
  const { schema } = own;
  const refused = (why: string) =>
    unprocessable(`The ${keyTitle(field)} of "${schema.name}" from ${nameOf(from.user)} ${why}`);
  const { party: sender, pin } = requireTrusted(keyring, from, { compared }, 'receive');
  const { id: identity, signs, receives, receivingKey } = self;
  const address = { request, schema: schema.id, field, recipient: { id: identity, signs, receives }, sender };
  const keys = await openSealedKey(address, { payload, signature }, receivingKey);
  if (typeof keys === 'string') throw refused(reasons[keys]);
  if (!allFit(schema, field, keys)) throw refused(wrongKey);
  const isFirst = !(await owners.knowsAny(keyring.user, schema.id));
  const identified = { user: from.user.id, signs: sender.signs, receives: sender.receives };
  const state = await logs.read(principal, own, {
    believed: compared !== undefined || isFirst ? identified : undefined,
    queryKeys: field === queryKeyName ? keys : undefined,
  });
  if (state) {
    requireSignedKeys(state, schema);
    if (!maySign(state, identified)) throw refused(notOwner);
  } else if (compared === undefined && !isFirst && !(await owners.has(keyring.user, schema.id, from.user.id)))
    throw refused(notKnown);
  await pin();
  if (!(await keyring.addOverride(schema.id, field, keys)))
    throw refused('differs from the one that you received earlier. Yours was kept. If you want to replace it, drop it under Overrides first.'); // prettier-ignore
  // The sender holds the schema's keys, so it is an owner.
  await owners.note(principal.user, schema.id, from.user.id);
  // Acknowledged only when it is on disk: the service deletes the sealed key then.
  const call = { credentials: principal.credentials, params: { id } };
  await upstream.call(proveMaterial, { ...call, body: { proof: proofOf(request, keys) } });
  await upstream.call(acknowledgeMaterial, call);
  return { request: urlOf('requests', request), schema: schema.url, field_name: field };
}

const keyTitle = (field: string) =>
  field === queryKeyName ? 'key for searching' : `key of the field "${field}"`;

const allFit = (schema: Schema, field: string, keys: Generations): boolean =>
  [...keys].every(([generation, key]) => fitsSchema(schema, field, generation, key));

const reasons: Record<Refusal, string> = {
  signature:
    'does not bear their signature, so it was not opened. It may have been replaced by another person’s: ask for it again.',
  seal: 'was not sealed for this device and this purpose, so it stays closed. Ask for it again.',
  contents: 'holds no key. Ask for it again.',
};

const notOwner =
  'was not kept: no owner of the schema has signed that they may share its keys. Ask an owner for it, and tell the operator of the service.';

const notKnown =
  'was not kept: they are not known here as an owner of the schema. Compare the words of their fingerprint with them, then receive it by itself.';

const wrongKey = 'is not the key that this schema was created with, so it was not kept. Ask for it again.';
