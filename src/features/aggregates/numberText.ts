/** Exact numbers as people of this place write them. */

const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 15 });
const rounded = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 9 });

/** All digits of a number or a decimal's text. */
export const numberText = (value: number | string): string =>
  format.format(value as Intl.StringNumericLiteral);

/** An average has more digits than anybody reads. */
export const averageText = (value: number | string): string =>
  rounded.format(value as Intl.StringNumericLiteral);
