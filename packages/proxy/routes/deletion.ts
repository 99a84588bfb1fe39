/** Deletes records. Only a proxy can: the manifest has to be signed with the query key. */
import type { FastifyInstance } from 'fastify';
import { deleteRecord, deleteRecords, getRecord } from '@cloakroom/contract/records.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { badRequest, forbidden, notFound } from '@cloakroom/server-kit/problem.ts';
import type { RecordReference } from '@cloakroom/sealed-index/recordRanges.ts';
import type { Compactor } from '../compaction/compactor.ts';
import type { GroupResealer } from '../compaction/groupResealer.ts';
import type { Schemas } from '../schemas.ts';
import { withoutRecords } from '../search/deletion.ts';
import { manifestContextOf } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import { placesIn, statedPlace } from '../search/recordPlaces.ts';
import type { Upstream } from '../upstream.ts';
import { mayDeleteRecords, type Caller } from '../callers.ts';
import { callerOf, serve } from './serve.ts';

type Deps = {
  upstream: Upstream;
  schemas: Schemas;
  manifests: Manifests;
  compactor: Compactor;
  resealer: GroupResealer;
};

export function deletionRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deleteRecords, ({ query, request }) =>
    deleteFrom(deps, callerOf(request), query.id, query.schema),
  );
  serve(app, deleteRecord, ({ params, request }) => deleteFrom(deps, callerOf(request), [params.id]));
}

/** @throws {HttpProblem} 404 if a record is missing, 400 for records of several schemas, 403 to all but data owners. */
async function deleteFrom(
  deps: Deps,
  caller: Caller,
  ids: readonly string[],
  schemaId?: string,
): Promise<void> {
  ids.forEach(referenceOf);
  const own = await deps.schemas.of(caller, schemaId ?? (await schemaOf(deps.upstream, caller, ids)));
  const { schema } = own;
  if (!mayDeleteRecords(caller, schema.permissions))
    throw forbidden(`Only data owners of "${schema.name}" may delete its records. Ask one of them.`);
  await deps.manifests.change(manifestContextOf(caller.credentials, own), (segments) => {
    const { placeOf } = placesIn({ segments });
    const places = ids.flatMap((id) => placeOf(id) ?? []);
    const remaining = places.length === ids.length ? withoutRecords(segments, places) : null;
    if (!remaining) throw notFound('Record');
    return remaining;
  });
  deps.resealer.scheduleCheck(caller, own);
  deps.compactor.scheduleCheck(caller, own);
}

function referenceOf(id: string): RecordReference {
  const place = statedPlace(id);
  if (!place) throw notFound('Record');
  return place;
}

/** The schema of all records. One record of each upload is read. */
async function schemaOf(
  upstream: Upstream,
  { credentials }: Caller,
  ids: readonly string[],
): Promise<string> {
  const firstOfUploads = new Map(ids.map((id) => [referenceOf(id).upload, id]));
  const found = await Promise.all(
    Array.from(firstOfUploads.values(), (id) => upstream.call(getRecord, { credentials, params: { id } })),
  );
  const [schema, ...others] = new Set(found.map((record) => idIn(record.schema)));
  if (schema === undefined) throw notFound('Record');
  if (others.length > 0) throw badRequest('Delete the records of one schema at a time.');
  return schema;
}
