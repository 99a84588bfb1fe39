/** Exact numbers as the console writes them, whose language is English. */

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 15 });
const rounded = new Intl.NumberFormat('en', { maximumSignificantDigits: 9 });

/** All digits of a number or a decimal's text. */
export const numberText = (value: number | string): string =>
  format.format(value as Intl.StringNumericLiteral);

/** An average has more digits than anybody reads. */
export const averageText = (value: number | string): string =>
  rounded.format(value as Intl.StringNumericLiteral);
