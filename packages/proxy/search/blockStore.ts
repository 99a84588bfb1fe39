/** The service as the index sees it: sealed headers and blocks by their labels. */
import {
  blockBytes,
  maxBlocksPerCall,
  labelBytes,
  readBlocks,
  readSegments,
} from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Credentials } from '../credentials.ts';
import type { BlockRequest, BlockStore } from '@cloakroom/sealed-index/blockStore.ts';
import { IndexRefused } from '@cloakroom/sealed-index/refused.ts';
import type { Upstream } from '../upstream.ts';

/** Segments whose headers, or whose blocks, one call asks for. */
const segmentsPerRead = 1_000;

/** Read a schema's sealed index with a person's credentials. */
export function blockStore(upstream: Upstream, credentials: Credentials, schema: string): BlockStore {
  const hasHeaders = (ids: Uint8Array[]) =>
    isThere(upstream.call(readSegments, { credentials, body: { schema, segments: ids.map(hex) } }));
  const hasBlocks = (requests: BlockRequest[]) =>
    isThere(upstream.call(readBlocks, { credentials, body: { schema, segments: requests.map(blockQuery) } }));
  return {
    async headers(ids) {
      const answers = await Promise.all(
        batches(ids, segmentsPerRead, () => 0).map((portion) =>
          upstream
            .call(readSegments, { credentials, body: { schema, segments: portion.map(hex) } })
            .catch(async (error: unknown) => {
              throw isMissing(error)
                ? new IndexRefused(await firstMissing(portion, hasHeaders), 'header')
                : error;
            }),
        ),
      );
      return answers.flat().map((header) => Buffer.from(header, 'base64'));
    },
    async blocks(requests) {
      const answers = await Promise.all(
        batches(requests, segmentsPerRead, ({ labels }) => labels.length / labelBytes).map(
          async (portion) => {
            const joined = await upstream
              .call(readBlocks, { credentials, body: { schema, segments: portion.map(blockQuery) } })
              .catch(async (error: unknown) => {
                if (!isMissing(error)) throw error;
                throw new IndexRefused((await firstMissing(portion, hasBlocks)).segment, 'missing');
              });
            return splitBlocks(joined, portion);
          },
        ),
      );
      return answers.flat();
    },
  };
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Splits items into batches of at most `maxItems` items and as many blocks as one call may request. */
function batches<Item>(items: readonly Item[], maxItems: number, blocks: (item: Item) => number): Item[][] {
  const lists: Item[][] = [];
  let [list, asked]: [Item[], number] = [[], 0];
  for (const item of items) {
    if (list.length === maxItems || (list.length > 0 && asked + blocks(item) > maxBlocksPerCall)) {
      lists.push(list);
      [list, asked] = [[], 0];
    }
    list.push(item);
    asked += blocks(item);
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

/** Whether an answer says that a part of the index is missing: the manifest names it, so that is no ordinary 404. */
const isMissing = (error: unknown) => error instanceof HttpProblem && error.status === 404;

const isThere = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

/** The first item without which the others are answered, found by halving the list. Takes about two calls a halving. */
async function firstMissing<Item>(
  items: Item[],
  areThere: (items: Item[]) => Promise<boolean>,
): Promise<Item> {
  let rest = items;
  while (rest.length > 1) {
    const half = rest.slice(0, Math.ceil(rest.length / 2));
    rest = (await areThere(half)) ? rest.slice(half.length) : half;
  }
  return rest[0]!;
}
