/** The index in its database, read as the proxy does, without a network in between. */
import { eq } from 'drizzle-orm';
import { writeDecimal } from '@cloakroom/contract/decimal.ts';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { blockBytes, labelBytes, type Manifest } from '@cloakroom/contract/segments.ts';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import type { BlockStore } from '@cloakroom/sealed-index/segmentCache.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import type { Database } from '@cloakroom/service/db/client.ts';
import { schemas } from '@cloakroom/service/db/schema.ts';
import { groupsAnswer } from '@cloakroom/service/modules/records/groups.ts';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import { spansOf } from '@cloakroom/service/modules/segments/spans.ts';
import { readBlockBytes, readHeaders } from '@cloakroom/service/modules/segments/repository.ts';
import { RecordGroups, type GroupKey } from '@cloakroom/proxy/search/recordGroups.ts';
import { RecordPages } from '@cloakroom/proxy/search/recordPages.ts';
import type { OwnSchema } from '@cloakroom/proxy/schemas.ts';
import type { Upstream } from '@cloakroom/proxy/upstream.ts';
import { postgresStore } from '@cloakroom/service/store/openStore.ts';
import type { SegmentStore } from '@cloakroom/service/store/segmentStore.ts';
import type { Answer, Query } from './queries.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Headers and blocks, read with the service's own queries; `bytesRead` counts the bytes of blocks. */
function databaseStore(
  database: Database,
  bytes: SegmentStore,
  schema: string,
): BlockStore & { bytesRead: number } {
  const store = {
    bytesRead: 0,
    headers: (ids: readonly Uint8Array[]) => readHeaders(database, schema, ids.map(hex)),
    async blocks(requests: Parameters<BlockStore['blocks']>[0]) {
      const references = requests.flatMap(({ segment, labels }) =>
        Array.from({ length: labels.length / labelBytes }, (_, i) => ({
          id: hex(segment),
          label: Buffer.from(labels.subarray(i * labelBytes, (i + 1) * labelBytes)),
        })),
      );
      const joined = await readBlockBytes(bytes, schema, references);
      store.bytesRead += joined.length;
      let end = 0;
      return requests.map(({ labels }) => {
        const length = (labels.length / labelBytes) * blockBytes;
        end += length;
        return joined.subarray(end - length, end);
      });
    },
  };
  return store;
}

/** What a reader has cached: nothing, headers and fence pointers, or every block. */
export type CacheState = 'cold' | 'warm' | 'hot';

export async function openSealed(
  database: Database,
  id: string,
  queryKey: Uint8Array,
  manifest: Manifest,
  bytes: SegmentStore = postgresStore(database),
) {
  const { segments } = manifest;
  const [schema] = await database.select().from(schemas).where(eq(schemas.id, id));
  if (!schema) throw new Error('The schema does not exist.');
  const store = databaseStore(database, bytes, id);
  const published = spansOf(segments.flatMap(liveRanges));
  const names = fieldsOf(schema.definition).map(({ name }) => name);
  const shape = { schema: id, fieldsOf: () => ({ names, withheld: new Set<number>() }) };
  const origin = { owner: '2'.repeat(22), created: '' };
  const call = (_: unknown, { body: { groups } }: { body: { groups: GroupKey[] } }) => {
    // Like the service: only the origins of these groups' uploads.
    const origins = Object.fromEntries(groups.map(([upload]) => [upload, origin]));
    return groupsAnswer(bytes, shape, groups, { published, origins });
  };
  const upstream = { call } as unknown as Upstream;
  const own = {
    schema: { id, permissions: { can_decrypt: true } },
    fields: fieldsOf(schema.definition),
  } as OwnSchema;
  const context = { credentials: {}, own, manifest };
  const expected = { user: '', schema: '', manifest: '' };
  /** The sealed records of a page. Groups are not cached between pages. */
  const readPage = (references: Parameters<RecordPages['read']>[1]) =>
    new RecordPages(upstream, new RecordGroups(upstream)).read(context, references, {
      partial: false,
      expected,
    });
  const source = { fields: fieldsOf(schema.definition), queryKeys: () => queryKey, store, segments };
  const newReader = (before?: IndexReader) =>
    new IndexReader({ ...source, cache: new BlockCache(2 ** 28) }, before);
  const hotReader = newReader();
  await hotReader.preload();
  /** A warm reader takes over headers and fence pointers, but no blocks. */
  const readers: Record<CacheState, () => IndexReader> = {
    cold: () => newReader(),
    warm: () => newReader(hotReader),
    hot: () => hotReader,
  };
  return {
    store,
    /** An exact count and a page of sealed records; or an aggregate. */
    async ask({ filters, page, order, sum }: Query, memory: CacheState): Promise<Answer> {
      const index = readers[memory]();
      if (sum) {
        const found = await index.aggregate(sum, filters);
        return { total: found.sum ? Number(writeDecimal(found.sum)) : 0, records: [] };
      }
      const window = page ?? { limit: 0, offset: 0 };
      const { total, records } = await index.page(filters, {
        ...window,
        ...(order ? { order: { label: order, descending: false } } : {}),
      });
      await readPage(records);
      return { total, records: records.map(({ number }) => number) };
    },
  };
}
