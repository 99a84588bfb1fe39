/** Counts as the console writes them, whose language is English. */

const format = new Intl.NumberFormat('en');

/** "2,000". */
export const countText = (count: number): string => format.format(count);

/** "1 record", "2,000 records". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;
