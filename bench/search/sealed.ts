/** The index on its database, as the proxy reads it, without the network between. */
import { eq } from 'drizzle-orm';
import { writeDecimal } from '@cloakroom/contract/decimal.ts';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { blockBytes, labelBytes, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import type { BlockStore } from '@cloakroom/sealed-index/segmentCache.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import type { Database } from '@cloakroom/service/db/client.ts';
import { schemas } from '@cloakroom/service/db/schema.ts';
import { readSealed } from '@cloakroom/service/modules/records/repository.ts';
import { readBlockBytes, readHeaders } from '@cloakroom/service/modules/segments/repository.ts';
import type { Answer, Query } from './queries.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Headers and blocks by the service's own queries; `bytesRead` counts the bytes of blocks. */
function databaseStore(database: Database, schema: string): BlockStore & { bytesRead: number } {
  const store = {
    bytesRead: 0,
    headers: (ids: readonly Uint8Array[]) => readHeaders(database, schema, ids.map(hex)),
    async blocks(requests: Parameters<BlockStore['blocks']>[0]) {
      const wanted = requests.flatMap(({ segment, labels }) =>
        Array.from({ length: labels.length / labelBytes }, (_, i) => ({
          id: hex(segment),
          label: Buffer.from(labels.subarray(i * labelBytes, (i + 1) * labelBytes)),
        })),
      );
      const joined = await readBlockBytes(database, schema, wanted);
      store.bytesRead += joined.length;
      let at = 0;
      return requests.map(({ labels }) => {
        const length = (labels.length / labelBytes) * blockBytes;
        at += length;
        return joined.subarray(at - length, at);
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
  segments: readonly SegmentEntry[],
) {
  const [schema] = await database.select().from(schemas).where(eq(schemas.id, id));
  if (!schema) throw new Error('The schema is gone.');
  const store = databaseStore(database, id);
  const source = { fields: fieldsOf(schema.definition), queryKeys: () => queryKey, store, segments };
  const fresh = (before?: IndexReader) =>
    new IndexReader({ ...source, cache: new BlockCache(2 ** 28) }, before);
  const hotReader = fresh();
  await hotReader.preload();
  /** Headers and fences outlive a reader's own blocks. */
  const readers: Record<CacheState, () => IndexReader> = {
    cold: () => fresh(),
    warm: () => fresh(hotReader),
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
      await readSealed(database, schema, records);
      return { total, records: records.map(({ number }) => number) };
    },
  };
}
