/** Parses filters as people write them into ranges of keys. */
import { describe, expect, it } from 'vitest';
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
  it.each([
    ['=', '0.5', [150, 150]],
    ['>', '0.5', [151, 300]],
    ['>=', '0.5', [150, 300]],
    ['<', '0.5', [0, 149]],
    ['<=', '0.5', [0, 150]],
  ] as const)('%s %s on a step', (operator, value, range) => {
    expect(rangeOf(price(operator, value))).toEqual([range]);
  });

  it.each([
    ['>', '0.505', [151, 300]],
    ['>=', '0.505', [151, 300]],
    ['<', '0.505', [0, 150]],
    ['<=', '0.505', [0, 150]],
    ['<=', '-0.005', [0, 99]],
  ] as const)('%s %s between two steps', (operator, value, range) => {
    expect(rangeOf(price(operator, value))).toEqual([range]);
  });

  it('a value between two steps equals nothing', () => {
    expect(rangeOf(price('=', '0.505'))).toBeNull();
    expect(rangeOf(price('between', '0.501', '0.509'))).toBeNull();
  });

  it('bounds outside the schema’s are clamped', () => {
    expect(rangeOf(price('between', '-1e9', '1e9'))).toEqual([[0, 300]]);
    expect(rangeOf(price('>=', '-5'))).toEqual([[0, 300]]);
    expect(rangeOf(price('<', '99999999999999999999'))).toEqual([[0, 300]]);
  });

  it('a range outside the bounds matches nothing', () => {
    for (const filter of [price('>', '2'), price('<', '-1'), price('=', '2.01'), price('between', '3', '4')])
      expect(rangeOf(filter)).toBeNull();
    expect(rangeOf(price('between', '1', '0'))).toBeNull();
  });

  it('large bounds are exact where doubles would round', () => {
    const wide = (operator: Filter['operator'], value: string) => rangeOf({ label: 'wide', operator, value });
    expect(wide('=', '4503599627370494')).toEqual([[2 ** 53 - 2, 2 ** 53 - 2]]);
    expect(wide('>', '4503599627370494.0000000000000001')).toEqual([[2 ** 53 - 1, 2 ** 53 - 1]]);
    expect(wide('>', '4503599627370495')).toBeNull();
  });

  it('the short forms are parsed, too', () => {
    expect(rangeOf(price(undefined, '0.5'))).toEqual([[150, 150]]);
    expect(rangeOf(price(undefined, '>= 0.5'))).toEqual([[150, 300]]);
    expect(rangeOf(price(undefined, '-1~-0.5'))).toEqual([[0, 50]]);
  });
});

describe('filters together', () => {
  it('are intersected if they are on one field', () => {
    expect(rangeOf(price('>', '0'), price('<=', '1'), price('<=', '1.5'))).toEqual([[101, 200]]);
    expect(rangeOf(price('>', '1'), price('<', '1'))).toBeNull();
    expect(rangeOf({ label: 'city', value: 'a' }, { label: 'city', value: 'bb' })).toBeNull();
  });

  it('keep a range for each field', () => {
    expect(rangeOf({ label: 'city', value: 'abc' }, price('<', '0'))).toEqual([
      [3, 3],
      [0, 99],
    ]);
    expect(rangeOf()).toEqual([]);
  });

  it('take a text literally, whatever it looks like', () => {
    expect(rangeOf({ label: 'city', value: '>=1~2' })).toEqual([[5, 5]]);
  });
});

describe('an invalid filter is refused with a message', () => {
  it.each([
    [{ label: 'town', value: 'Oslo' }, 'The schema has no field "town".'],
    [{ label: 'city', value: 'Oslo', operator: '>' as const }, '"city" is a text'],
    [price('>', 'cheap'), '"price" is a number, and "cheap" is none.'],
    [price('=', ''), '"price" is a number, and "" is none.'],
    [price('between', '1'), '"price" between needs a second value.'],
    [price('between', '1', 'x'), '"price" is a number, and "x" is none.'],
    [price(undefined, '1~2~3'), '"price" is a number, and "1~2~3" is none.'],
  ])('%o', (filter, message) => {
    const ask = () => rangesOf([filter], fields, keyword);
    expect(ask).toThrow(FilterRefused);
    expect(ask).toThrow(message);
  });
});
