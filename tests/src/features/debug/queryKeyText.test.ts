import { expect, test } from 'vitest';
import { databaseLabel, queryKeyText } from '#src/features/debug/queryKeyText.ts';

const id = '2222222222222222222222';

test('describes a query key by known words and ids, and redacts search values', () => {
  const wanted = { schema: id, limit: 50, filters: [{ field: 'name', value: 'Ada' }] };
  expect(queryKeyText(['records', id, 'page', wanted])).toBe(
    `records / ${id} / page / {"schema":"${id}","limit":"number","filters":"Array of 1"}`,
  );
  expect(queryKeyText(['datasets', 'of', id, 'Ada'])).toBe(`datasets / of / ${id} / (text of 3)`);
  expect(queryKeyText(['users', 7])).toBe('users / (number)');
});

test('describes a database by its purpose, and redacts the e-mail in its name', () => {
  expect(databaseLabel(`console/ada@example.org/${id}`)).toBe(`console / (text of 15) / ${id}`);
  expect(databaseLabel('console/here')).toBe('console / here');
});
