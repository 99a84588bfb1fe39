/** Reads a list of the service to its end. */

const most = 1000;

/** All items of a list, page after page. @param read - one page of it. */
export async function allPages<Item>(
  read: (page: { limit: number; offset: number }) => Promise<Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const page = await read({ limit: most, offset: items.length });
    items.push(...page);
    if (page.length < most) return items;
  }
}
