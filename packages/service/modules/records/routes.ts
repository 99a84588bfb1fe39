/** Sealed records: listed, counted and paged. The service cannot decrypt them. */
import type { FastifyInstance } from 'fastify';
import { unreadableHeader } from '@cloakroom/contract/list.ts';
import { getRecord, listRecords, recordTag } from '@cloakroom/contract/records.ts';
import { readGroups, readRecords, type ExpectedState } from '@cloakroom/contract/segments.ts';
import { schemaDigest } from '@cloakroom/wire/schemaDigest.ts';
import { HttpProblem, notFound, unprocessable } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Database } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf, type SignedInUser } from '../../plugins/access.ts';
import { requireSearchState, type SchemaState } from '../schemas/policy.ts';
import { schemaView } from '../schemas/repository.ts';
import { storedFieldsOf } from '../schemas/sealedFields.ts';
import { recordCount } from '../segments/manifestDiff.ts';
import { currentManifest } from '../segments/manifests.ts';
import { pageOfRecords, publishedAmong, type PublishedSource } from '../segments/publishedRecords.ts';
import { placesOf, type RecordKey } from '../segments/recordVersions.ts';
import { spansOf, containsSpans } from '../segments/spans.ts';
import { groupsAnswer } from './groups.ts';
import { requireGroups } from './groupState.ts';
import { keysIn, keyOf, readSealed, schemaOf } from './repository.ts';

export function recordRoutes(app: FastifyInstance, { database, store }: Deps): void {
  serve(app, listRecords, async (call) => {
    const { query, request } = call;
    if (query.query !== undefined)
      throw unprocessable('Only the proxy can answer this query: open the console at the proxy’s address.');
    const seen = await requireSearchState(database, userOf(request), query.schema);
    const manifest = await currentManifest(database, seen.schema.id);
    const count = recordCount(manifest);
    if (query.count_only) return { count };
    const keys = keysIn(await pageOfRecords(database, manifest, query, store.parts));
    const items = await readSealed({ database, store }, seen, keys, { partial: true });
    if (items.length < keys.length) call.reply.header(unreadableHeader, keys.length - items.length);
    return sendList(call, { items, total: query.skip_count ? null : count });
  });

  serve(app, getRecord, async ({ params, request, reply }) => {
    const key = keyOf(params.id);
    const seen = await visibleSchemaOf(database, userOf(request), key);
    const [place] = await placesOf(database, [key]);
    await requirePublished({ database, store }, seen.schema.id, [place!]);
    const [record] = await readSealed({ database, store }, seen, [place!]);
    // The place of a new version is not the id of a record.
    if (record?.id !== params.id) throw notFound('Record');
    reply.header('ETag', recordTag(record));
    return record;
  });

  serve(app, readRecords, async ({ body, request }) => {
    const seen = await requireSearchState(database, userOf(request), body.schema);
    const keys = body.records.map(([upload, number]) => ({ upload, number }));
    await requirePublished({ database, store }, seen.schema.id, keys);
    return readSealed({ database, store }, seen, keys, { partial: body.partial, named: 'places' });
  });

  serve(app, readGroups, async ({ body, request, reply }) => {
    const user = userOf(request);
    const found = await requireGroups({ database, store }, user, body);
    if (body.expected && !isState(body.expected, user, found.state)) throw changedState();
    reply.type('application/octet-stream');
    const source = { schema: found.state.schema.id, fieldsOf: storedFieldsOf(found.state).ofGroup };
    return groupsAnswer(store, source, body.groups, found);
  });
}

const isState = (expected: ExpectedState, user: SignedInUser, state: SchemaState): boolean =>
  expected.user === user.id &&
  expected.manifest === state.mac &&
  (expected.schema === undefined || expected.schema === schemaDigest(schemaView(state)));

const changedState = () =>
  new HttpProblem(
    412,
    'The schema, its list of index segments or your permissions have changed. Read them again, then repeat this call.',
  );
/** @throws {HttpProblem} 404 unless all records are published in the schema. */
async function requirePublished(
  source: PublishedSource,
  schema: string,
  keys: readonly RecordKey[],
): Promise<void> {
  const requested = keys.map(({ upload, number }) => ({ upload, first: number, count: 1 }));
  if (!containsSpans(await publishedAmong(source, schema, requested), spansOf(requested)))
    throw notFound('Record');
}

/** The schema of a record. @throws {HttpProblem} 404 for the record if the person may not see the schema. */
async function visibleSchemaOf(database: Database, user: SignedInUser, key: RecordKey): Promise<SchemaState> {
  try {
    return await requireSearchState(database, user, await schemaOf(database, key));
  } catch (error) {
    throw error instanceof HttpProblem && error.status === 404 ? notFound('Record') : error;
  }
}
