import { expect, test } from 'vitest';
import { emptyAggregate } from '@cloakroom/sealed-index/aggregate.ts';
import { aggregateIn, aggregateValue } from '@cloakroom/proxy/search/aggregates.ts';
import { SearchHandles } from '@cloakroom/proxy/search/searchHandles.ts';

const fields = [
  { name: 'age', type: 'integer' as const, required: false, minimum: 0, maximum: 9, precision: 0 },
  { name: 'name', type: 'string' as const, required: false },
];

test('a string that looks like an aggregate is a plain value if its filter has an operator', () => {
  expect(aggregateIn([{ label: 'name', value: 'count(x)', operator: '=' }], fields)).toBeNull();
  expect(aggregateIn([{ label: 'name', value: 'account(x)' }], fields)).toBeNull();
});

test('the other filters stay, and an empty bound is ignored', () => {
  const other = { label: 'name', value: 'Ada' };
  expect(aggregateIn([other, { label: 'age', value: ' max( ) ' }], fields)).toEqual({
    measure: 'max',
    label: 'age',
    filters: [other],
  });
});

test.each([
  [{ units: 12_345n, scale: 2 }, 123.45],
  [{ units: 1_200n, scale: 2 }, 12],
  [{ units: -5n, scale: 1 }, -0.5],
  [{ units: 2n ** 53n + 1n, scale: 0 }, '9007199254740993'],
  [{ units: 90_071_992_547_409_931n, scale: 1 }, '9007199254740993.1'],
])('%o is written exactly, as %s', (sum, expected) => {
  expect(aggregateValue({ ...emptyAggregate, count: 1, sum }, 'sum')).toBe(expected);
});

test('nothing matched: no sum', () => {
  expect(aggregateValue(emptyAggregate, 'sum')).toBeNull();
  expect(aggregateValue(emptyAggregate, 'count')).toBe(0);
});

test('drops old searches before the memory fills', () => {
  const handles = new SearchHandles();
  const name = () => handles.store('u', { schema: 's', filters: [], order_by: undefined });
  const handleOf = (named: string) => new URLSearchParams(named).get('query') ?? '';
  const first = handleOf(name());
  expect(handles.find('u', 's', first)).not.toBeNull();
  expect(handles.find('v', 's', first)).toBeNull();
  expect(handles.find('u', 't', first)).toBeNull();
  for (let i = 0; i < 10_000; i++) name();
  expect(handles.find('u', 's', first)).toBeNull();
});
