/** Lists that are longer than one page. */
import { paginate } from '@cloakroom/client/paginate.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { failureOf } from './problem.ts';

/**
 * Fetches all items of a list: the first page has the total, the others are fetched concurrently. Items created or deleted
 * meanwhile may be missing; none is returned twice.
 * @param readPage - reads the page of `maxPageSize` items that starts at the offset.
 * @param onFirstPage - called with the first page before the others are fetched.
 * @throws {Failure} what `readPage` throws; `unexpected` if the list is too long, or its total is invalid.
 */
export async function fetchAllPages<Item extends { id: string }>(
  readPage: (offset: number) => Promise<ListPage<Item>>,
  onFirstPage: (first: ListPage<Item>) => void = () => undefined,
): Promise<{ items: Item[]; total: number }> {
  try {
    const items = await paginate(({ offset }) => readPage(offset), { keyOf: ({ id }) => id, onFirstPage });
    return { items, total: items.length };
  } catch (thrown) {
    throw failureOf(thrown, 'a list');
  }
}
