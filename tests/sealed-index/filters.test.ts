/** Parses filters into ranges of keys; the oracle compares what they find with a filter of plain rows. */
import { describe, expect, test } from 'vitest';
import type { Filter } from '@cloakroom/contract/records.ts';
import { FilterRefused, rangesOf } from '@cloakroom/sealed-index/filters.ts';
import type { Field } from '@cloakroom/contract/fields.ts';

const fields: Field[] = [
  { name: 'city', type: 'string', required: false },
  { name: 'price', type: 'number', required: false, minimum: -1, maximum: 2, precision: 2 },
  {
    name: 'wide',
    type: 'integer',
    required: false,
    minimum: -4_503_599_627_370_496,
    maximum: 4_503_599_627_370_495,
    precision: 0,
  },
];
const keyword = (_field: number, text: string) => text.length;
const rangeOf = (...filters: Filter[]) => {
  const ranges = rangesOf(filters, fields, keyword);
  return ranges?.map(({ low, high }) => [low, high]) ?? null;
};
const price = (operator: Filter['operator'], value: string, value2?: string): Filter => ({
  label: 'price',
  value,
  ...(operator ? { operator } : {}),
  ...(value2 === undefined ? {} : { value2 }),
});

describe('a number filter becomes a range of steps', () => {
  test('large bounds are exact where doubles would round', () => {
    const wide = (operator: Filter['operator'], value: string) => rangeOf({ label: 'wide', operator, value });
    expect(wide('=', '4503599627370494')).toEqual([[2 ** 53 - 2, 2 ** 53 - 2]]);
    expect(wide('>', '4503599627370494.0000000000000001')).toEqual([[2 ** 53 - 1, 2 ** 53 - 1]]);
    expect(wide('>', '4503599627370495')).toBeNull();
  });
});

describe('an invalid filter is refused with a message', () => {
  test.each([
    [{ label: 'town', value: 'Oslo' }, 'The schema has no field "town".'],
    [{ label: 'city', value: 'Oslo', operator: '>' as const }, '"city" is a text'],
    [price('>', 'cheap'), '"price" is a number field, and "cheap" is not a number.'],
    [price('=', ''), '"price" is a number field, and "" is not a number.'],
    [price('between', '1'), '"price" between needs a second value.'],
    [price('between', '1', 'x'), '"price" is a number field, and "x" is not a number.'],
    [price(undefined, '1~2~3'), '"price" is a number field, and "1~2~3" is not a number.'],
  ])('%o', (filter, message) => {
    const ask = () => rangesOf([filter], fields, keyword);
    expect(ask).toThrow(FilterRefused);
    expect(ask).toThrow(message);
  });
});
