/** Lists in the order in which people look for names. */

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The same page of a list, its items by name. */
export const byName = <Page extends { items: readonly { name: string }[] }>(page: Page): Page => ({
  ...page,
  items: page.items.toSorted((a, b) => collator.compare(a.name, b.name)),
});
