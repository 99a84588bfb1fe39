import { expect, test } from 'vitest';
import { databaseWords, keyWords } from '#src/features/debug/keyWords.ts';

const id = '2222222222222222222222';

test('a query is told by our own words and ids, never by what somebody looks for', () => {
  const wanted = { schema: id, limit: 50, filters: [{ field: 'name', value: 'Ada' }] };
  expect(keyWords(['records', id, 'page', wanted])).toBe(
    `records / ${id} / page / {"schema":"${id}","limit":"number","filters":"Array of 1"}`,
  );
  expect(keyWords(['datasets', 'of', id, 'Ada'])).toBe(`datasets / of / ${id} / (text of 3)`);
  expect(keyWords(['users', 7])).toBe('users / (number)');
});

test('a database is told by what it is for, not by the e-mail in its name', () => {
  expect(databaseWords(`console/ada@example.org/${id}`)).toBe(`console / (text of 15) / ${id}`);
  expect(databaseWords('console/here')).toBe('console / here');
});
