/** Fulfils requests: seals keys for trusted identities of people who may have them, as signed by owners. */
import type { FastifyBaseLogger } from 'fastify';
import { uploadMaterial, type Material } from '@cloakroom/contract/materials.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { conflict, forbidden, HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Access } from '../accessLog/access.ts';
import type { AccessLogs } from '../accessLog/accessLogs.ts';
import { requireSignedKeys } from '../accessLog/replay.ts';
import { deviceChange } from '../accessLog/changes.ts';
import { deviceIn, isOwner, mayHave, type AccessState } from '../accessLog/state.ts';
import type { KnownOwners } from '../epochs/knownOwners.ts';
import { keyNamesOf, queryKeyOf, requireKey } from '../schemaKeys.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import { heldKeys } from './heldKeys.ts';
import { ensureSelf } from './identity.ts';
import {
  entitlements,
  listOutstanding,
  type OutstandingRequest,
  type IsEntitled,
} from './outstandingRequests.ts';
import { sealKey } from './sealedKey.ts';
import { collectResults } from './collectResults.ts';
import { nameOf, requireTrusted, type Assurance } from './trust.ts';

export type SharingDeps = {
  upstream: Upstream;
  schemas: Schemas;
  owners: Pick<KnownOwners, 'note' | 'has' | 'knowsAny'>;
  access: Pick<Access, 'ensure'>;
  logs: Pick<AccessLogs, 'append' | 'read'>;
};

/** A schema's keys and who may have them, loaded once. */
type KeySource = OwnSchema & { entitled: IsEntitled; signed: AccessState };

/**
 * Fulfils one request. Creates an identity if this device has none.
 * @param assurance - how the caller has confirmed the identity.
 * @throws {HttpProblem} 404 if it isn't outstanding; 409 if the identity isn't trusted, the person isn't on a team that may have
 *   the key, owners haven't signed that, or another owner was faster; 422 if this keyring lacks the key.
 */
export async function fulfilOne(
  deps: SharingDeps,
  principal: Principal,
  request: string,
  assurance: Assurance = {},
): Promise<Material> {
  const requests = await listOutstanding(deps.upstream, principal.credentials);
  const found = requests.find(({ id }) => id === request);
  if (!found) throw notFound('Request');
  return fulfil(deps, principal, found, await sourceOf(deps, principal, found.schema), assurance);
}

/**
 * Fulfils all requests of pinned identities of people who may have the key, as signed by owners. The others stay.
 * @throws {HttpProblem} 409 with the reasons if there are requests and none of them can be fulfilled.
 */
export async function fulfilAll(deps: SharingDeps, principal: Principal): Promise<Material[]> {
  return fulfilEach(deps, principal, await listOutstanding(deps.upstream, principal.credentials));
}

/**
 * Fulfils the requests of pinned identities for one schema: after its keys were changed, they receive the new ones without
 * another confirmation. Requests that can't be fulfilled stay.
 */
export async function fulfilPinned(
  deps: SharingDeps,
  principal: Principal,
  own: OwnSchema,
): Promise<Material[]> {
  const requests = (await listOutstanding(deps.upstream, principal.credentials)).filter(
    ({ schema, identity: { user, primary_public_key: signs, sub_public_key: receives } }) =>
      schema === own.schema.id && own.keyring.trusts(user.id, { signs, receives }),
  );
  return fulfilEach(deps, principal, requests).catch((error: unknown) => {
    if (error instanceof HttpProblem && error.status === 409) return [];
    throw error;
  });
}

/**
 * Prepares to share the new keys of schemas. The keys are changed even if sharing fails: other people's requests stay listed
 * under Requests.
 */
export const sharingOfNewKeys =
  (deps: SharingDeps, log: FastifyBaseLogger) =>
  async (principal: Principal, own: OwnSchema): Promise<void> => {
    try {
      await fulfilPinned(deps, principal, own);
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      log.warn({ err: error, schema: own.schema.id }, 'new keys were not shared');
    }
  };

function fulfilEach(
  deps: SharingDeps,
  principal: Principal,
  requests: OutstandingRequest[],
): Promise<Material[]> {
  const sources = new Map<string, Promise<KeySource>>();
  return collectResults(requests, async (request) => {
    const source = sources.get(request.schema) ?? sourceOf(deps, principal, request.schema);
    sources.set(request.schema, source);
    return fulfil(deps, principal, request, await source);
  });
}

async function sourceOf(
  { upstream, schemas, access }: SharingDeps,
  principal: Principal,
  schema: string,
): Promise<KeySource> {
  const [own, entitled] = await Promise.all([
    schemas.of(principal, schema),
    entitlements(upstream, principal.credentials, schema),
  ]);
  queryKeyOf(own.keyring, own.schema);
  const signed = await access.ensure(principal, own);
  if (!signed) throw forbidden(`You may not share the keys of "${own.schema.name}". Ask a person who may.`);
  requireSignedKeys(signed, own.schema);
  return { ...own, entitled, signed };
}

async function fulfil(
  { upstream, owners, logs }: SharingDeps,
  principal: Principal,
  { id, field, identity, user }: OutstandingRequest,
  source: KeySource,
  assurance: Assurance = {},
): Promise<Material> {
  const { schema, keyring, entitled, signed } = source;
  const { credentials } = principal;
  const name = nameOf(identity.user);
  const refused = (why: string) => conflict(`${why} Nothing was shared.`);
  if (user !== identity.user.id) throw refused(`Another person asks for a key for the identity of ${name}.`);
  if (!keyNamesOf(schema).includes(field))
    throw refused(`${name} asks for "${field}", which is not a field of "${schema.name}".`);
  if (!entitled(identity.user.id, field))
    throw refused(`${name} is on no team of "${schema.name}" that may have the key of "${field}".`);
  if (!mayHave(signed, identity.user.id, field))
    throw refused(
      `The service says that ${name} may have the key of "${field}" of "${schema.name}", and no owner has signed that. If it is right, confirm it on the schema’s Permissions, then fulfill the request again.`,
    );
  requireKey(keyring, schema, field);
  const { party: recipient, compared, pin } = requireTrusted(keyring, identity, assurance, 'seal');
  const { id: person, email } = identity.user;
  const recipientKeys = { signs: recipient.signs, receives: recipient.receives };
  const known = deviceIn(signed, person, recipientKeys);
  if (known && known.email !== email && assurance.compared === undefined)
    throw refused(
      `The device of ${name} is known here as that of ${known.email}, and the service names it ${email} now. Ask ${name}, by voice or in person, for the eight words of its fingerprint, and confirm them.`,
    );
  // Created only now: an identity is needed only for sharing.
  const self = await ensureSelf(upstream, keyring, principal);
  const { signingKey, id: own, signs, receives } = self;
  const address = { request: id, schema: schema.id, field, recipient, sender: { id: own, signs, receives } };
  const sealedKey = await sealKey(address, heldKeys(keyring, schema, field), signingKey).catch(() => {
    throw refused(`Nothing can be sealed for the identity of ${name}: its public keys are not valid.`);
  });
  await pin();
  const device = { user: person, email, ...recipientKeys, compared };
  if (deviceChange(source.signed, keyring, device))
    source.signed = await logs.append(principal, source, (now) => deviceChange(now, keyring, device));
  const body = { request: id, uploaded_by: own, ...sealedKey };
  const material = await upstream.call(uploadMaterial, { credentials, body });
  if (isOwner(signed, person)) await owners.note(keyring.user, schema.id, identity.user.id);
  // The request, payload and signature are the proxy's own: the service's answer is not trusted.
  const { payload, signature } = sealedKey;
  return {
    ...material,
    request: urlOf('requests', id),
    uploaded_by: urlOf('identities', own),
    payload,
    signature,
  };
}
