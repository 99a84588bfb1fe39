/**
 * Caches pages of objects in memory. An object is immutable and its name is never used again, so a page never becomes stale. Pages
 * of deleted objects stay until others displace them; no metadata lead to them.
 */
import { LRUCache } from 'lru-cache';
import type { ByteRange } from './objectFormat.ts';
import type { ObjectStore } from './objectStore.ts';
import { joinRanges, orLost, readRanges, readRangesOrLost } from './readRanges.ts';

/** By name of the object and number of the page. */
export type PageCache = LRUCache<string, Buffer>;

/** What an entry takes beside its bytes, roughly. */
const entryBytes = 256;

/** @param maxBytes - of all pages together; with 0 nothing is cached. */
export const pageCache = (maxBytes: number): PageCache | null =>
  maxBytes === 0
    ? null
    : new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ length }) => length + entryBytes });

/** An object to read from: its name and length. */
type CachedObject = { name: string; bytes: number };

/**
 * The bytes of each range; undefined for those that are lost. Pages that aren't cached are read, neighbours at once, and those
 * between them are cached too. Without a cache the ranges themselves are read.
 * @throws {StoreUnavailable}
 */
export async function readCachedRanges(
  store: ObjectStore,
  object: CachedObject,
  ranges: readonly ByteRange[],
  cache: PageCache | null,
): Promise<(Buffer | undefined)[]> {
  const pages = cache && (await orLost(() => readPages({ store, object, cache }, ranges)));
  // A cut object may still have some of the ranges.
  if (!pages) return readRangesOrLost(store, object.name, ranges);
  return ranges.map((range) => bytesOf(range, pages, store.pageBytes));
}

type Source = { store: ObjectStore; object: CachedObject; cache: PageCache };

/** The pages that have these ranges, by number. @throws as the store's `read` does */
async function readPages(
  { store, object: { name, bytes }, cache }: Source,
  ranges: readonly ByteRange[],
): Promise<Map<number, Buffer>> {
  const { pageBytes } = store;
  const pages = new Map<number, Buffer>();
  const missing: ByteRange[] = [];
  const placeOf = (page: number): ByteRange => {
    const at = page * pageBytes;
    return { at, length: Math.min(pageBytes, bytes - at) };
  };
  for (const page of new Set(ranges.flatMap((range) => pagesOf(range, pageBytes)))) {
    const cached = cache.get(`${name} ${page}`);
    if (cached) pages.set(page, cached);
    else missing.push(placeOf(page));
  }
  // With the pages in the gaps, which are read in any case.
  const numbers = joinRanges(missing, store.maxGapBytes).flatMap((range) => pagesOf(range, pageBytes));
  const found = await readRanges(store, name, numbers.map(placeOf));
  for (const [at, page] of numbers.entries()) {
    // A copy: a view would keep all that was read.
    const copy = Buffer.from(found[at]!);
    pages.set(page, copy);
    cache.set(`${name} ${page}`, copy);
  }
  return pages;
}

/** The numbers of the pages that a range touches. */
const pagesOf = ({ at, length }: ByteRange, pageBytes: number): number[] => {
  const first = Math.floor(at / pageBytes);
  const count = Math.floor((at + length - 1) / pageBytes) - first + 1;
  return Array.from({ length: count }, (_, index) => first + index);
};

function bytesOf(range: ByteRange, pages: ReadonlyMap<number, Buffer>, pageBytes: number): Buffer {
  const [first, ...others] = pagesOf(range, pageBytes);
  const start = range.at - first! * pageBytes;
  const page = pages.get(first!)!;
  if (others.length === 0) return page.subarray(start, start + range.length);
  const joined = Buffer.concat([page, ...others.map((number) => pages.get(number)!)]);
  return joined.subarray(start, start + range.length);
}
