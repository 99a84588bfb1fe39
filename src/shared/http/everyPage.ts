/** Lists longer than one answer. */
import { paginate } from '@cloakroom/client/paginate.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { failureOf } from './problem.ts';

/**
 * Every item of a list: the first page says how many there are, the others come at once.
 * What was made or deleted meanwhile may be missing, but nothing comes twice.
 * @param readPage - reads the page of `maxPageSize` items that starts at the offset.
 * @param onFirstPage - called with the first page while others are still on their way.
 * @throws {Failure} what `readPage` throws; `unexpected` for a list that is too long, or whose total is no number of items.
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
