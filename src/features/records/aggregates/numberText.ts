/** Formats exact numbers for the screen, in English. */

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 15 });
const rounded = new Intl.NumberFormat('en', { maximumSignificantDigits: 9 });

/** Shows up to 15 fraction digits. */
export const numberText = (value: number | string): string =>
  format.format(value as Intl.StringNumericLiteral);

/** Rounds an average to 9 significant digits. */
export const averageText = (value: number | string): string =>
  rounded.format(value as Intl.StringNumericLiteral);
