import { expect, test } from 'vitest';
import {
  effectsOf,
  gainsUnusedKeys,
  losesKeys,
  readersOf,
  rightsOf,
} from '#src/features/permissions/rights.ts';
import { edited, people } from '#tests/src/support/teams.ts';

const { ada, grace, alan } = people;
const fields = ['age', 'name', 'team'];

test('the rights of several teams add up', () => {
  const both = edited([ada], [ada, alan], ['age']);
  expect(rightsOf(both, ada)).toEqual({ search: true, upload: true, share: true, fields: 'all' });
  expect(rightsOf(both, alan)).toEqual({ search: true, upload: false, share: false, fields: ['age'] });
  expect(rightsOf(both, grace)).toEqual({ search: false, upload: false, share: false, fields: [] });
});

test('a person who joins the data owners gains all rights', () => {
  expect(effectsOf(edited([ada]), edited([ada, grace]), fields)).toEqual([
    {
      person: grace,
      gains: [
        'search, count and sum the records',
        'decrypt every field',
        'upload and delete records',
        'share keys and change the teams',
      ],
      loses: [],
    },
  ]);
});

test('a person who moves from the owners to the requesters loses the owners’ rights and can still search', () => {
  const [before, after] = [edited([ada, grace], [], ['age']), edited([ada], [grace], ['age'])];
  expect(effectsOf(before, after, fields)).toEqual([
    {
      person: grace,
      gains: [],
      loses: [
        'decrypt the fields name and team',
        'upload and delete records',
        'share keys and change the teams',
      ],
    },
  ]);
  expect(losesKeys(before, after, fields)).toBe(true);
});

test('a person who leaves one team but stays on a stronger one loses nothing', () => {
  const [before, after] = [edited([ada], [ada]), edited([ada])];
  expect(effectsOf(before, after, fields)).toEqual([]);
  expect(losesKeys(before, after, fields)).toBe(false);
});

test('a field granted to a team is gained by each of its members, and lost when it is revoked', () => {
  const [closed, open] = [edited([ada], [alan, grace]), edited([ada], [alan, grace], ['name'])];
  expect(effectsOf(closed, open, fields).map(({ person, gains }) => [person.email, ...gains])).toEqual([
    ['alan@example.org', 'decrypt the field name'],
    ['grace@example.org', 'decrypt the field name'],
  ]);
  expect(losesKeys(closed, open, fields)).toBe(false);
  expect(losesKeys(open, closed, fields)).toBe(true);
});

test('readers are grouped by what they can read, the most powerful first', () => {
  expect(readersOf(edited([grace, ada], [alan]), fields)).toEqual([
    { rights: 'every field', people: ['ada@example.org', 'grace@example.org'] },
    { rights: 'nothing, but search, count and sum', people: ['alan@example.org'] },
  ]);
  expect(readersOf(edited([], [alan], ['age', 'team']), fields)).toEqual([
    { rights: 'only age and team, and search', people: ['alan@example.org'] },
  ]);
});

test('additional grants of a team count', () => {
  const [owners, requesters] = edited([ada], [alan]);
  const additional = { fields: ['age'], canUpload: false, canShareKeys: false, grants: ['g9'] };
  expect(readersOf([owners, { ...requesters, additional }], fields)).toEqual([
    { rights: 'every field', people: ['ada@example.org'] },
    { rights: 'only age, and search', people: ['alan@example.org'] },
  ]);
});

test('people who store records have every key, and new keys are needed when they lose that right', () => {
  const [owners, requesters] = edited([ada], [alan]);
  const storing = [owners, { ...requesters, canUpload: true }];
  const plain = [owners, requesters];
  expect(gainsUnusedKeys(plain, storing, fields)).toBe(true);
  expect(gainsUnusedKeys(plain, plain, fields)).toBe(false);
  expect(losesKeys(storing, plain, fields)).toBe(true);
  expect(losesKeys(plain, storing, fields)).toBe(false);
  expect(effectsOf(plain, storing, fields)).toEqual([{ person: alan, gains: ['upload records'], loses: [] }]);
});
