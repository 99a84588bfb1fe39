/** Columns and text keys while a segment is built. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Field } from '@cloakroom/contract/fields.ts';
import { ColumnCollector } from '@cloakroom/sealed-index/column.ts';
import { keyLimit } from '@cloakroom/sealed-index/format.ts';
import { textKeysOf } from '@cloakroom/sealed-index/textKeys.ts';
import { buildSegment } from '@cloakroom/sealed-index/segment.ts';

const queryKey = randomBytes(32);
const name: Field = { name: 'name', type: 'string', required: true };
const age: Field = { name: 'age', type: 'integer', required: false, minimum: 0, maximum: 100, precision: 0 };
const range = (count: number) => ({ upload: '00'.repeat(12), first: 0, count });

describe('a text key', () => {
  test('is the same for the same string, even after thousands of others, and a whole number below 2^53', () => {
    const keyword = textKeysOf(queryKey, 'name');
    const texts = Array.from({ length: 20_000 }, (_, i) => `text ${i}`);
    const first = texts.map(keyword);
    expect(texts.map(keyword)).toEqual(first);
    expect(texts.map(textKeysOf(queryKey, 'name'))).toEqual(first);
    expect(first.every((key) => Number.isInteger(key) && key >= 0 && key < keyLimit)).toBe(true);
    expect(Math.max(...first)).toBeGreaterThan(keyLimit * 0.99);
    expect(new Set(first).size).toBe(texts.length);
  });

  test('differs between fields and between query keys', () => {
    const keys = [
      textKeysOf(queryKey, 'name')('Ada'),
      textKeysOf(queryKey, 'city')('Ada'),
      textKeysOf(randomBytes(32), 'name')('Ada'),
    ];
    expect(new Set(keys).size).toBe(3);
  });

  test('distinguishes strings that look alike', () => {
    const keyword = textKeysOf(queryKey, 'name');
    const texts = ['', ' ', 'é', 'e\u0301', 'a'.repeat(1000), 'a'.repeat(1001), 'A', 'a'];
    expect(new Set(texts.map(keyword)).size).toBe(texts.length);
  });
});

describe('a column collector', () => {
  test('keeps absent values separate and starts over after clear', () => {
    const column = new ColumnCollector(age, queryKey);
    column.addStep(0, 5);
    column.addStep(3000, 0);
    const keys = column.keys(3002);
    expect([keys[0], keys[1], keys[3000], keys[3001]]).toEqual([5, NaN, 0, NaN]);
    column.clear();
    expect(column.keys(3002).every(Number.isNaN)).toBe(true);
  });

  test.each([-1, 0.5, NaN, Infinity, keyLimit])('refuses the step %s', (step) => {
    expect(() => new ColumnCollector(age, queryKey).addStep(0, step)).toThrow(RangeError);
  });

  test('refuses record 65,537 of a segment', () => {
    const column = new ColumnCollector(name, queryKey);
    column.addText(65_535, 'last');
    expect(() => column.addText(65_536, 'too many')).toThrow('at most 65536 records');
  });
});

describe('a segment', () => {
  const source = { id: randomBytes(16), queryKey, fields: [age] };

  test('is refused with columns that don’t match its records', () => {
    expect(() => buildSegment({ ...source, ranges: [range(2)] }, [new Float64Array(3)])).toThrow(
      '1 columns of 2 keys',
    );
    expect(() => buildSegment({ ...source, ranges: [range(2)] }, [])).toThrow(RangeError);
  });

  test('is refused without records, with too many, or with a short id', () => {
    expect(() => buildSegment({ ...source, ranges: [] }, [new Float64Array(0)])).toThrow('not 0');
    const many = new Float64Array(65_537);
    expect(() => buildSegment({ ...source, ranges: [range(65_537)] }, [many])).toThrow('not 65537');
    const short = { ...source, id: randomBytes(8), ranges: [range(1)] };
    expect(() => buildSegment(short, [new Float64Array(1)])).toThrow('16 bytes');
  });
});
