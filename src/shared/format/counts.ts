/** Counts as the console writes them, whose language is English. */

const format = new Intl.NumberFormat('en');

/** "2,000". */
export const formatCount = (count: number): string => format.format(count);

/** "1 record", "2,000 records". */
export const formatQuantity = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
