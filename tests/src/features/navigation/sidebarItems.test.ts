/** The lines of the sidebar, and the way to a page as its breadcrumb tells it. */
import { describe, expect, test } from 'vitest';
import { sidebarItems } from '#src/features/navigation/sidebarItems.ts';
import { breadcrumbOf } from '#src/features/navigation/breadcrumb.ts';
import { byName, named } from '#src/shared/format/byName.ts';

const people = { id: 'p', name: 'People', schema_count: 2 };
const places = { id: 'q', name: 'Places', schema_count: 0 };
const schemas = new Map([['p', [{ id: 'g', name: 'Guests' }]]]);

test('a dataset that is open has its schemas below it', () => {
  expect(sidebarItems([people, places], new Set(['p']), schemas)).toEqual([
    { id: 'p', level: 1, to: '/datasets/p', label: 'People', open: true },
    { id: 'g', level: 2, to: '/datasets/p/schemas/g', label: 'Guests' },
    { id: 'q', level: 1, to: '/datasets/q', label: 'Places' },
  ]);
});

test('a closed one can be opened when it has schemas', () => {
  const [first, second] = sidebarItems([people, places], new Set(), schemas);
  expect(first).toMatchObject({ label: 'People', open: false });
  expect(second).not.toHaveProperty('open');
});

test('names are found by a part of them, whatever the case', () => {
  expect(named([people, places], ' PLA ')).toEqual([places]);
  expect(named([people, places], '')).toEqual([people, places]);
  expect(named([people, places], 'nothing')).toEqual([]);
});

test('numbers in names are in the order of numbers', () => {
  const items = ['b', 'Set 10', 'a', 'Set 9'].map((name) => ({ name }));
  expect(byName({ items }).items.map(({ name }) => name)).toEqual(['a', 'b', 'Set 9', 'Set 10']);
});

describe('the breadcrumb', () => {
  const names = { dataset: 'People', schema: 'Guests' };
  const words = (path: string, known = names) => breadcrumbOf(path, known).map(({ label }) => label);

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

  test('says what an id is the id of until its name is known', () => {
    expect(breadcrumbOf('/datasets/p/schemas/g', { dataset: undefined, schema: undefined })).toEqual([
      { label: 'Datasets', to: '/datasets' },
      { label: 'Dataset', to: '/datasets/p' },
      { label: 'Schema', to: '/datasets/p/schemas/g' },
    ]);
  });
});
