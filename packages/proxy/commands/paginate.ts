/** Lists of any length, a page at a time. */

type Page = { limit: number; offset: number };

/**
 * Read a list to its end, or until there are enough.
 * @param most - how many are wanted; all of them unless it is said.
 * @param size - how many one call gives.
 */
export async function paginate<Item>(
  read: (page: Page) => Promise<Item[]>,
  { most = Infinity, size = 1000, offset = 0 } = {},
): Promise<Item[]> {
  const items: Item[] = [];
  while (items.length < most) {
    const limit = Math.min(size, most - items.length);
    const page = await read({ limit, offset: offset + items.length });
    items.push(...page);
    if (page.length < limit) break;
  }
  return items;
}
