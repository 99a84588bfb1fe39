/** Sorting and filtering by name. */

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts the items of a page by name. */
export const sortByName = <Page extends { items: readonly { name: string }[] }>(page: Page): Page => ({
  ...page,
  items: page.items.toSorted((a, b) => collator.compare(a.name, b.name)),
});

/** The items whose name contains the text, ignoring case. */
export function filterByName<Item extends { name: string }>(
  items: readonly Item[],
  search: string,
): readonly Item[] {
  const term = search.trim().toLowerCase();
  return term === '' ? items : items.filter(({ name }) => name.toLowerCase().includes(term));
}
