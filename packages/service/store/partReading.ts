/** Reads parts of manifests from rows and from objects, and verifies those of objects. */
import pLimit, { type LimitFunction } from 'p-limit';
import type { Queries } from '../db/client.ts';
import { objectName } from './objectRows.ts';
import type { ObjectStore } from './objectStore.ts';
import type { ObjectStores } from './objectStores.ts';
import { findParts, isPart, type FoundPart, type PartPlace } from './partRows.ts';
import type { PartCache, PartStore } from './partStore.ts';
import { readRangesOrLost } from './readRanges.ts';

/** Parts may move between finding and reading them; they rarely do so twice. */
const maxAttempts = 3;

type Placed = { position: number; place: PartPlace };
type Answer = (Uint8Array | undefined)[];

/** The function that reads parts; see {@link PartStore}. */
export function partReading(stores: ObjectStores, cache: PartCache): PartStore['read'] {
  return async (queries, schema, hashes, maxBytes = Number.MAX_SAFE_INTEGER) => {
    const { parts, count } = await findParts(queries, schema, hashes, maxBytes);
    const answer: Answer = new Array<Uint8Array | undefined>(count).fill(undefined);
    let placed = placedIn(parts, answer);
    for (let attempt = 1; placed.length > 0; attempt++) {
      const lost = await readPlaced({ queries, stores, cache }, { schema, hashes, placed }, answer);
      if (lost.length === 0 || attempt === maxAttempts) break;
      const again = await findParts(
        queries,
        schema,
        lost.map(({ position }) => hashes[position]!),
        Number.MAX_SAFE_INTEGER,
      );
      const moved = again.parts.map((part) => ({ ...part, position: lost[part.position]!.position }));
      const before = new Map(lost.map(({ position, place }) => [position, place]));
      placed = placedIn(moved, answer).filter(
        ({ position, place }) => !place.object.equals(before.get(position)!.object),
      );
    }
    return answer;
  };
}

/** Copies the bytes of rows to the answer. @returns the parts that are in objects. */
const placedIn = (parts: readonly FoundPart[], answer: Answer): Placed[] =>
  parts.flatMap((part) => {
    if ('place' in part) return [part];
    answer[part.position] = part.data;
    return [];
  });

type Source = { queries: Queries; stores: ObjectStores; cache: PartCache };

/** Reads parts from objects, a call for each object at least. @returns those that are missing or damaged. */
async function readPlaced(
  { queries, stores, cache }: Source,
  { schema, hashes, placed }: { schema: string; hashes: readonly string[]; placed: readonly Placed[] },
  answer: Answer,
): Promise<Placed[]> {
  const byObject = new Map<string, Placed[]>();
  for (const part of placed) {
    const cached = cache.get(hashes[part.position]!);
    const id = part.place.object.toString('hex');
    if (cached) answer[part.position] = cached;
    else byObject.set(id, [...(byObject.get(id) ?? []), part]);
  }
  const limits = new Map<ObjectStore, LimitFunction>();
  const read = async (parts: readonly Placed[]) => {
    const { place } = parts[0]!;
    const { store } = await stores.byId(place.store, queries);
    const limit = limits.get(store) ?? pLimit(store.concurrency);
    limits.set(store, limit);
    const name = objectName({ schema, segment: place.segment, object: place.object, kind: 'parts' });
    const ranges = parts.map(({ place: { range } }) => range);
    const found = await readRangesOrLost(store, name, ranges, limit);
    return parts.filter(({ position }, at) => {
      const bytes = found[at];
      const hash = hashes[position]!;
      if (!bytes || !isPart(hash, bytes)) return true;
      // The bytes may be a view of a longer read, which the cache would keep.
      const copy = Buffer.from(bytes);
      cache.set(hash, copy);
      answer[position] = copy;
      return false;
    });
  };
  return (await Promise.all(Array.from(byObject.values(), read))).flat();
}
