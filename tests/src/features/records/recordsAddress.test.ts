import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { pageSizes, readAddress, writeAddress } from '#src/features/records/recordsAddress.ts';
import { schema } from '../../support/records.ts';

const fields = fieldsOf(schema.schema);
const read = (query: string) => readAddress(new URLSearchParams(query), fields);

test('an empty address is the first 50 records, unfiltered', () => {
  expect(read('')).toEqual({ limit: 50, offset: 0, rows: [], sort: null });
});

test('the offset is rounded down to its page, and invalid values become the defaults', () => {
  expect(read('limit=25&offset=60')).toMatchObject({ limit: 25, offset: 50 });
  expect(read('limit=7&offset=-3')).toMatchObject({ limit: 50, offset: 0 });
  expect(read('limit=lots&offset=1e400')).toMatchObject({ limit: 50, offset: 0 });
});

test('filters on unknown columns, and invalid filters, are left out', () => {
  const query =
    'column=shoe&value=42&column=name&operator=%3E&value=a&column=age&value=old&column=age&value=7';
  expect(read(query).rows).toEqual([{ column: 'age', operator: '=', value: '7', value2: '' }]);
});

test('a written address is read back, and other parameters are kept', () => {
  const text = fc.record({
    column: fc.constant('name'),
    operator: fc.constant('=' as const),
    value: fc.string({ minLength: 1 }),
    value2: fc.constant(''),
  });
  const range = fc.record({
    column: fc.constant('age'),
    operator: fc.constant('between' as const),
    value: fc.integer().map(String),
    value2: fc.integer().map(String),
  });
  const address = fc.record({
    limit: fc.constantFrom(...pageSizes),
    pages: fc.nat(1000),
    rows: fc.array(fc.oneof(text, range)),
    sort: fc.option(fc.record({ column: fc.constantFrom('name', 'age'), descending: fc.boolean() })),
  });
  fc.assert(
    fc.property(address, ({ limit, pages, rows, sort }) => {
      const written = writeAddress(new URLSearchParams('tour=1&limit=3'), {
        limit,
        offset: limit * pages,
        rows,
        sort,
      });
      expect(written.get('tour')).toBe('1');
      expect(readAddress(new URLSearchParams(written.toString()), fields)).toEqual({
        limit,
        offset: limit * pages,
        rows,
        sort,
      });
    }),
  );
});

test('cleared filters write neither filters nor limit nor offset', () => {
  const present = new URLSearchParams('column=name&value=Ada&limit=25&offset=50&tour=1');
  expect(writeAddress(present, { limit: 50, offset: 0, rows: [], sort: null }).toString()).toBe('tour=1');
});
