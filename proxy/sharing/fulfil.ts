/** Fulfilling requests: a key is sealed for whoever asks, if they are who they seem and may have it. */
import { uploadMaterial, type Material } from '#contract/materials.ts';
import { HttpProblem, notFound } from '#host/problem.ts';
import { keyNamesOf, requireHeld } from '../schemaKeys.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import type { Asker } from '../who.ts';
import { heldKeys } from './heldKeys.ts';
import { ensureSelf } from './identity.ts';
import { entitlements, outstanding, type Asked, type Entitled } from './outstanding.ts';
import { sealParcel } from './parcel.ts';
import { doEach } from './refusals.ts';
import { nameOf, requireTrusted } from './trust.ts';

export type SharingDeps = { upstream: Upstream; schemas: Schemas };

/** A schema's keys and who may have them, asked for once. */
type Source = OwnSchema & { entitled: Entitled };

/**
 * Fulfil one request.
 * @param compared - the six words of the identity's fingerprint, when the caller has compared them with the person.
 * @throws {HttpProblem} 404 when it isn't outstanding, 409 when the identity isn't trusted, the person isn't on a team that
 * may have the key, or somebody else was quicker, 422 when this keyring lacks the key. An identity is made where this device has none.
 */
export async function fulfilOne(
  deps: SharingDeps,
  asker: Asker,
  request: string,
  compared?: string,
): Promise<Material> {
  const asked = (await outstanding(deps.upstream, asker.credentials)).find(({ id }) => id === request);
  if (!asked) throw notFound('Request');
  return fulfil(deps, asker, asked, await sourceOf(deps, asker, asked.schema), compared);
}

/**
 * Fulfil every request that can be: of those whose identity is pinned or the first that is seen. The others stay.
 * @throws {HttpProblem} 409 with the reasons when there are requests and none of them can be fulfilled.
 */
export async function fulfilAll(deps: SharingDeps, asker: Asker): Promise<Material[]> {
  return fulfilEach(deps, asker, await outstanding(deps.upstream, asker.credentials));
}

/**
 * Fulfil what is asked for one schema by people whose identities are pinned already: after its keys were changed, they
 * receive the new ones without being asked about again. What can't be fulfilled stays.
 */
export async function fulfilPinned(deps: SharingDeps, asker: Asker, own: OwnSchema): Promise<Material[]> {
  const asked = (await outstanding(deps.upstream, asker.credentials)).filter(
    ({ schema, identity: { user, primary_public_key: signs, sub_public_key: receives } }) =>
      schema === own.schema.id && own.keyring.trusts(user.id, { signs, receives }),
  );
  return fulfilEach(deps, asker, asked).catch((error: unknown) => {
    if (error instanceof HttpProblem && error.status === 409) return [];
    throw error;
  });
}

function fulfilEach(deps: SharingDeps, asker: Asker, asked: Asked[]): Promise<Material[]> {
  const sources = new Map<string, Promise<Source>>();
  return doEach(asked, async (request) => {
    const source = sources.get(request.schema) ?? sourceOf(deps, asker, request.schema);
    sources.set(request.schema, source);
    return fulfil(deps, asker, request, await source);
  });
}

async function sourceOf({ upstream, schemas }: SharingDeps, asker: Asker, schema: string): Promise<Source> {
  const [own, entitled] = await Promise.all([
    schemas.of(asker, schema),
    entitlements(upstream, asker.credentials, schema),
  ]);
  return { ...own, entitled };
}

async function fulfil(
  { upstream }: SharingDeps,
  asker: Asker,
  { id, schema: schemaId, field, identity, user }: Asked,
  { schema, keyring, entitled }: Source,
  compared?: string,
): Promise<Material> {
  const { credentials } = asker;
  const name = nameOf(identity.user);
  const refused = (why: string) => new HttpProblem(409, `${why} Nothing was shared.`);
  if (user !== identity.user.id) throw refused(`Somebody else asks for a key for the identity of ${name}.`);
  if (schema.id !== schemaId || !keyNamesOf(schema).includes(field))
    throw refused(`${name} asks for "${field}", which is no field of "${schema.name}".`);
  if (!entitled(identity.user.id, field))
    throw refused(`${name} is on no team of "${schema.name}" that may have the key of "${field}".`);
  requireHeld(keyring, schema, field);
  const { party: recipient, pin } = requireTrusted(keyring, identity, compared);
  // Made only now: who may share nothing needs no identity.
  const self = await ensureSelf(upstream, keyring, asker);
  const { signingKey, id: own, signs, receives } = self;
  const address = { request: id, schema: schema.id, field, recipient, sender: { id: own, signs, receives } };
  const parcel = await sealParcel(address, heldKeys(keyring, schema, field), signingKey).catch(() => {
    throw refused(`Nothing can be sealed for the identity of ${name}: its keys protect nothing.`);
  });
  await pin();
  return upstream.call(uploadMaterial, { credentials, body: { request: id, uploaded_by: own, ...parcel } });
}
