/** Lists in the order in which people look for names. */

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The same page of a list, its items by name. */
export const sortByName = <Page extends { items: readonly { name: string }[] }>(page: Page): Page => ({
  ...page,
  items: page.items.toSorted((a, b) => collator.compare(a.name, b.name)),
});

/** Those whose name has the words in it, whatever their case. */
export function filterByName<Item extends { name: string }>(
  items: readonly Item[],
  words: string,
): readonly Item[] {
  const wanted = words.trim().toLowerCase();
  return wanted === '' ? items : items.filter(({ name }) => name.toLowerCase().includes(wanted));
}
