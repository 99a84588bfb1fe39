/** Reads sealed headers and blocks of the index from the service. */
import {
  blockBytes,
  maxBlocksPerCall,
  labelBytes,
  readBlocks,
  readSegments,
} from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Credentials } from '../credentials.ts';
import type { BlockRequest, BlockStore } from '@cloakroom/sealed-index/segmentCache.ts';
import { IndexRefused } from '@cloakroom/sealed-index/refused.ts';
import type { Upstream } from '../upstream.ts';

/** Segments that one call may read headers or blocks of. */
const segmentsPerRead = 1_000;

/** Opens a schema's sealed index with a person's credentials. */
export function blockStore(upstream: Upstream, credentials: Credentials, schema: string): BlockStore {
  const hasHeaders = (ids: Uint8Array[]) =>
    isPresent(upstream.call(readSegments, { credentials, body: { schema, segments: ids.map(hex) } }));
  const hasBlocks = (requests: BlockRequest[]) =>
    isPresent(
      upstream.call(readBlocks, { credentials, body: { schema, segments: requests.map(blockQuery) } }),
    );
  return {
    async headers(ids) {
      const answers = await Promise.all(
        batches(ids, segmentsPerRead, () => 0).map((batch) =>
          upstream
            .call(readSegments, { credentials, body: { schema, segments: batch.map(hex) } })
            .catch(async (error: unknown) => {
              throw isMissing(error)
                ? new IndexRefused(await firstMissing(batch, hasHeaders), 'header')
                : error;
            }),
        ),
      );
      return answers.flat().map((header) => Buffer.from(header, 'base64'));
    },
    async blocks(requests) {
      const answers = await Promise.all(
        batches(requests, segmentsPerRead, ({ labels }) => labels.length / labelBytes).map(async (batch) => {
          const joined = await upstream
            .call(readBlocks, { credentials, body: { schema, segments: batch.map(blockQuery) } })
            .catch(async (error: unknown) => {
              if (!isMissing(error)) throw error;
              throw new IndexRefused((await firstMissing(batch, hasBlocks)).segment, 'missing');
            });
          return splitBlocks(joined, batch);
        }),
      );
      return answers.flat();
    },
  };
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Splits items into batches of at most `maxItems` items and as many blocks as one call may request. */
function batches<Item>(items: readonly Item[], maxItems: number, blocks: (item: Item) => number): Item[][] {
  const lists: Item[][] = [];
  let [list, blockCount]: [Item[], number] = [[], 0];
  for (const item of items) {
    if (list.length === maxItems || (list.length > 0 && blockCount + blocks(item) > maxBlocksPerCall)) {
      lists.push(list);
      [list, blockCount] = [[], 0];
    }
    list.push(item);
    blockCount += blocks(item);
  }
  return list.length > 0 ? [...lists, list] : lists;
}

/** Splits the blocks of one answer by request. */
function splitBlocks(joined: Uint8Array, requests: readonly BlockRequest[]): Uint8Array[] {
  let at = 0;
  return requests.map(({ labels }) => {
    const length = (labels.length / labelBytes) * blockBytes;
    at += length;
    return joined.subarray(at - length, at);
  });
}

const blockQuery = ({ segment, labels }: BlockRequest) => ({
  id: hex(segment),
  labels: Buffer.from(labels).toString('base64'),
});

/** Whether a part of the index is missing, although the manifest names it. */
const isMissing = (error: unknown) => error instanceof HttpProblem && error.status === 404;

const isPresent = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

/** Finds the first missing item by bisection. */
async function firstMissing<Item>(
  items: Item[],
  arePresent: (items: Item[]) => Promise<boolean>,
): Promise<Item> {
  let rest = items;
  while (rest.length > 1) {
    const half = rest.slice(0, Math.ceil(rest.length / 2));
    rest = (await arePresent(half)) ? rest.slice(half.length) : half;
  }
  return rest[0]!;
}
