/** What the palette finds by a few letters. */
import { expect, test } from 'vitest';
import { entriesOf, findEntries } from '#src/features/palette/entries.ts';
import { dataset, schema } from '#tests/src/support/datasets.ts';

const geography = { ...dataset, id: 'd2', name: 'Geography' };
const zips = { ...schema, id: 's2', name: 'Zip codes' };
const entries = entriesOf({
  datasets: [dataset, geography],
  schemas: new Map([
    [dataset.id, [schema]],
    ['d2', [zips]],
  ]),
  organizations: [{ id: 'o2', name: 'Harbour Clinic' }],
});
const found = (text: string) => findEntries(entries, text).map(({ label, about }) => `${label}, ${about}`);

test('records come first if nothing was typed', () => {
  expect(found('').slice(0, 2)).toEqual(['Guests, Records in People', 'Zip codes, Records in Geography']);
  expect(found('')).toHaveLength(entries.length);
});

test('finds every word, in the name or in the description, ignoring case', () => {
  expect(found('ZIP per')).toEqual(['Zip codes, Permissions in Geography']);
  expect(found('geography schema')).toEqual(['Zip codes, Schema in Geography']);
  expect(found('clinic')).toEqual(['Harbour Clinic, Switch organization']);
  expect(found('zebra')).toEqual([]);
});

test('entries that begin with the text come before those that contain it', () => {
  expect(found('da')[0]).toBe('Datasets, Page');
  expect(found('da')).toContain('People, Dataset');
});

test('truncates a long list', () => {
  const many = Array.from({ length: 80 }, (_, at) => ({ ...dataset, id: `d${at}`, name: `Set ${at}` }));
  expect(
    findEntries(entriesOf({ datasets: many, schemas: new Map(), organizations: [] }), 'set'),
  ).toHaveLength(50);
});
