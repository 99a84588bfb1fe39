/** Sealed records: listed, counted and paged. The service cannot decrypt them. */
import type { FastifyInstance } from 'fastify';
import { liveCount } from '@cloakroom/contract/liveRecords.ts';
import { getRecord, listRecords, unreadableHeader } from '@cloakroom/contract/records.ts';
import { readRecords } from '@cloakroom/contract/segments.ts';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Database } from '../../db/client.ts';
import { serve, userOf, type Person } from '../../plugins/access.ts';
import { requireSearch, type SchemaRow } from '../schemas/policy.ts';
import { currentManifest, rangesOf } from '../segments/manifests.ts';
import { spansOf, containsSpans } from '../segments/spans.ts';
import { keysAt, keyOf, readSealed, schemaOf, type RecordKey } from './repository.ts';

export function recordRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, listRecords, async (call) => {
    const { query, request } = call;
    if (query.query !== undefined)
      throw new HttpProblem(
        422,
        'Only the proxy can answer this query: open the console at the proxy’s address.',
      );
    const schema = await requireSearch(database, userOf(request), query.schema);
    const manifest = await currentManifest(database, schema.id);
    const count = manifest.segments.reduce((sum, segment) => sum + liveCount(segment), 0);
    if (query.count_only) return { count };
    const keys = keysAt(rangesOf(manifest), query);
    const items = await readSealed(database, schema, keys, true);
    if (items.length < keys.length) call.reply.header(unreadableHeader, keys.length - items.length);
    return sendList(call, { items, total: query.skip_count ? null : count });
  });

  serve(app, getRecord, async ({ params, request }) => {
    const key = keyOf(params.id);
    const schema = await visibleSchemaOf(database, userOf(request), key);
    const published = spansOf(rangesOf(await currentManifest(database, schema.id)));
    if (!containsSpans(published, spansOf([{ upload: key.upload, first: key.number, count: 1 }])))
      throw notFound('Record');
    const [record] = await readSealed(database, schema, [key]);
    if (!record) throw notFound('Record');
    return record;
  });

  serve(app, readRecords, async ({ body, request }) => {
    const schema = await requireSearch(database, userOf(request), body.schema);
    const published = spansOf(rangesOf(await currentManifest(database, schema.id)));
    const keys = body.records.map(([upload, number]) => ({ upload, number }));
    const requested = spansOf(keys.map(({ upload, number }) => ({ upload, first: number, count: 1 })));
    if (!containsSpans(published, requested)) throw notFound('Record');
    return readSealed(database, schema, keys, body.partial);
  });
}

/** The schema of a record. @throws {HttpProblem} 404 for the record if the person may not see the schema. */
async function visibleSchemaOf(database: Database, user: Person, key: RecordKey): Promise<SchemaRow> {
  try {
    return await requireSearch(database, user, await schemaOf(database, key));
  } catch (error) {
    throw error instanceof HttpProblem && error.status === 404 ? notFound('Record') : error;
  }
}
