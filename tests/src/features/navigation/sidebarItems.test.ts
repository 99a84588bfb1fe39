/** The items of the sidebar, and the breadcrumb of a path. */
import { describe, expect, test } from 'vitest';
import { sidebarItems } from '#src/features/navigation/sidebarItems.ts';
import { breadcrumbOf } from '#src/features/navigation/breadcrumb.ts';
import { sortByName, filterByName } from '#src/shared/format/byName.ts';

const people = { id: 'p', name: 'People', schema_count: 2 };
const places = { id: 'q', name: 'Places', schema_count: 0 };
const schemas = new Map([['p', [{ id: 'g', name: 'Guests' }]]]);

test('an expanded dataset has its schemas below it', () => {
  expect(sidebarItems([people, places], new Set(['p']), schemas)).toEqual([
    { id: 'p', level: 1, to: '/datasets/p', label: 'People', open: true },
    { id: 'g', level: 2, to: '/datasets/p/schemas/g', label: 'Guests' },
    { id: 'q', level: 1, to: '/datasets/q', label: 'Places' },
  ]);
});

test('a collapsed dataset can be expanded if it has schemas', () => {
  const [first, second] = sidebarItems([people, places], new Set(), schemas);
  expect(first).toMatchObject({ label: 'People', open: false });
  expect(second).not.toHaveProperty('open');
});

test('finds names by a part of them, ignoring case', () => {
  expect(filterByName([people, places], ' PLA ')).toEqual([places]);
  expect(filterByName([people, places], '')).toEqual([people, places]);
  expect(filterByName([people, places], 'nothing')).toEqual([]);
});

test('numbers in names are sorted by value', () => {
  const items = ['b', 'Set 10', 'a', 'Set 9'].map((name) => ({ name }));
  expect(sortByName({ items }).items.map(({ name }) => name)).toEqual(['a', 'b', 'Set 9', 'Set 10']);
});

describe('the breadcrumb', () => {
  const names = { dataset: 'People', schema: 'Guests' };
  const words = (path: string) => breadcrumbOf(path, names).map(({ label }) => label);

  test.each([
    ['/datasets', ['Datasets']],
    ['/datasets/p', ['Datasets', 'People']],
    ['/datasets/p/schemas/create', ['Datasets', 'People', 'Create Schema']],
    ['/datasets/p/schemas/g', ['Datasets', 'People', 'Guests']],
    ['/datasets/p/schemas/g/records', ['Datasets', 'People', 'Guests', 'Records']],
    ['/materials/overrides', ['Materials', 'Overrides']],
    ['/devtest/responsive-styles', ['Devtest', 'Responsive styles']],
  ])('of %s is %j', (path, expected) => {
    expect(words(path)).toEqual(expected);
  });

  test('shows the kind of an id until its name is known', () => {
    expect(breadcrumbOf('/datasets/p/schemas/g', { dataset: undefined, schema: undefined })).toEqual([
      { label: 'Datasets', to: '/datasets' },
      { label: 'Dataset', to: '/datasets/p' },
      { label: 'Schema', to: '/datasets/p/schemas/g' },
    ]);
  });
});
