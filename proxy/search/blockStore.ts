/** The service as the index sees it: sealed headers and blocks by their labels. */
import { blockBytes, blocksPerRead, labelBytes, readBlocks, readSegments } from '#contract/segments.ts';
import { HttpProblem } from '#host/problem.ts';
import type { Credentials } from '../credentials.ts';
import type { BlockRequest, BlockStore } from '../index/blockStore.ts';
import type { Upstream } from '../upstream.ts';

/** Segments whose headers, or whose blocks, one call asks for. */
const segmentsPerRead = 1_000;

/** Read a schema's sealed index with a person's credentials. */
export function blockStore(upstream: Upstream, credentials: Credentials, schema: string): BlockStore {
  return {
    async headers(ids) {
      const answers = await Promise.all(
        portions(ids, segmentsPerRead, () => 0).map((portion) =>
          upstream
            .call(readSegments, { credentials, body: { schema, segments: portion.map(hex) } })
            .catch(missingPart),
        ),
      );
      return answers.flat().map((header) => Buffer.from(header, 'base64'));
    },
    async blocks(requests) {
      const answers = await Promise.all(
        portions(requests, segmentsPerRead, ({ labels }) => labels.length / labelBytes).map(
          async (portion) => {
            const segments = portion.map(({ segment, labels }) => ({
              id: hex(segment),
              labels: Buffer.from(labels).toString('base64'),
            }));
            const joined = await upstream
              .call(readBlocks, { credentials, body: { schema, segments } })
              .catch(missingPart);
            return cut(joined, portion);
          },
        ),
      );
      return answers.flat();
    },
  };
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Lists of so many items, and of so many blocks as one call may ask for. */
function portions<Item>(items: readonly Item[], most: number, blocks: (item: Item) => number): Item[][] {
  const lists: Item[][] = [];
  let [list, asked]: [Item[], number] = [[], 0];
  for (const item of items) {
    if (list.length === most || (list.length > 0 && asked + blocks(item) > blocksPerRead)) {
      lists.push(list);
      [list, asked] = [[], 0];
    }
    list.push(item);
    asked += blocks(item);
  }
  return list.length > 0 ? [...lists, list] : lists;
}

/** One answer's blocks, shared out to the requests in it. */
function cut(joined: Uint8Array, requests: readonly BlockRequest[]): Uint8Array[] {
  let at = 0;
  return requests.map(({ labels }) => {
    const length = (labels.length / labelBytes) * blockBytes;
    at += length;
    return joined.subarray(at - length, at);
  });
}

/** The manifest names a segment, so that its parts are missing is no ordinary 404. */
function missingPart(error: unknown): never {
  if (error instanceof HttpProblem && error.status === 404)
    throw new HttpProblem(
      422,
      'A part of the index is missing, so the search was refused. Search again; if it stays so, tell whoever runs the service.',
    );
  throw error;
}
