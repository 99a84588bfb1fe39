/** Lists longer than one answer. */
import type { ListPage } from '@cloakroom/contract/list.ts';

/** The most that one answer of a list holds. */
export const longestPage = 1000;

/**
 * Every item of a list: the first page says how many there are, the others come at once.
 * What was made or deleted meanwhile may be missing, but nothing comes twice.
 * @param page - reads the page of `longestPage` items that starts at the offset.
 * @param onFirst - given the first page while others are still on their way.
 */
export async function everyPage<Item extends { id: string }>(
  page: (offset: number) => Promise<ListPage<Item>>,
  onFirst: (first: ListPage<Item>) => void = () => undefined,
): Promise<{ items: Item[]; total: number }> {
  const first = await page(0);
  const more = Math.ceil((first.total ?? 0) / longestPage) - 1;
  if (more > 0) onFirst(first);
  const rest = await Promise.all(
    Array.from({ length: Math.max(0, more) }, (_, at) => page((at + 1) * longestPage)),
  );
  const byId = new Map(
    [first, ...rest].flatMap(({ items }) => items.map((item) => [item.id, item] as const)),
  );
  return { items: [...byId.values()], total: byId.size };
}
