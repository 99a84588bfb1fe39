/** Numbers in English, the language of the console. */

const format = new Intl.NumberFormat('en');

/** "2,000". */
export const formatCount = (count: number): string => format.format(count);

/** "1 record", "2,000 records". */
export const formatQuantity = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
