/** Lists longer than one answer. */
import type { ListPage } from '@cloakroom/contract/list.ts';
import { ClientError } from './clientError.ts';

/** The most items that one answer of a list holds. */
export const maxPageSize = 1000;
/** The most items of a list that is read as a whole: more would fill the memory of a page. */
export const maxListItems = 200_000;
/** How many pages are read at once: as many as a browser has connections to one server. */
const pageConcurrency = 6;

export type PageRange = { limit: number; offset: number };

export type PaginateOptions<Item> = {
  /** How many items to read; all of them by default. */
  limit?: number | undefined;
  /** The largest length of a list that is read as a whole. */
  maxItems?: number;
  pageSize?: number;
  offset?: number;
  /** Identifies an item: one that moves to another page meanwhile is returned once. */
  keyOf?: (item: Item) => unknown;
  /** Called with the first page if more pages follow. */
  onFirstPage?: (page: ListPage<Item>) => void;
};

/** Whether a number can be the length of a list. */
export const isTotal = (total: number): boolean => Number.isSafeInteger(total) && total >= 0;

/**
 * Reads a list to its end, or until there are enough items. If the first page has a total, the others are read concurrently; otherwise one after
 * another until one isn't full. What is created or deleted meanwhile may be missing.
 * @param readPage - reads one page; a bare array is a page without a total.
 * @throws {ClientError} `too-long` for a list of more than `maxItems`, `unreadable` for a total that is not a valid number of items; what `readPage` throws.
 */
export async function paginate<Item>(
  readPage: (range: PageRange) => Promise<ListPage<Item> | Item[]>,
  options: PaginateOptions<Item> = {},
): Promise<Item[]> {
  const {
    limit = Infinity,
    pageSize = maxPageSize,
    offset = 0,
    keyOf = (item: Item): unknown => item,
    onFirstPage,
  } = options;
  const maxItems = options.limit === undefined ? (options.maxItems ?? maxListItems) : limit;
  if (limit === 0) return [];
  const read = async (from: number): Promise<ListPage<Item>> => {
    const page = await readPage({ limit: Math.min(pageSize, limit - from), offset: offset + from });
    return Array.isArray(page) ? { items: page, total: null } : page;
  };

  const first = await read(0);
  const items = new Map<unknown, Item>();
  let received = 0;
  const add = (page: ListPage<Item>) => {
    // Counts repeated items too: pages of one and the same item must end as well.
    received += page.items.length;
    if (received > maxItems) throw tooLong(maxItems);
    for (const item of page.items) items.set(keyOf(item), item);
  };
  add(first);
  if (first.total === null) {
    let page = first;
    for (let from = pageSize; from < limit && page.items.length >= pageSize; from += pageSize)
      add((page = await read(from)));
    return [...items.values()];
  }
  if (!isTotal(first.total))
    throw new ClientError(
      'unreadable',
      `The list’s total is ${first.total}, which is not a valid number of items.`,
    );
  if (options.limit === undefined && first.total - offset > maxItems) throw tooLong(maxItems);
  const count = Math.min(limit, first.total - offset);
  if (count > pageSize) onFirstPage?.(first);
  for (let from = pageSize; from < count; from += pageSize * pageConcurrency) {
    const starts = Array.from({ length: pageConcurrency }, (_, at) => from + at * pageSize);
    const pages = await Promise.all(starts.filter((start) => start < count).map(read));
    for (const page of pages) add(page);
  }
  return [...items.values()];
}

const tooLong = (maxItems: number) =>
  new ClientError(
    'too-long',
    `The list has more than ${maxItems.toLocaleString('en')} items, which is more than can be read as a whole.`,
  );
