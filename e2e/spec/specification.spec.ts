/** The specification's chapters on what people see, line by line, in a real browser. */
import { demo } from '../support/cast.ts';
import { expect, test } from '../support/stack.ts';
import { prove } from './prove.ts';
import { integrations, visits } from './rows/all.ts';

test.use({ stackEnv: { DEMO_EMAIL: demo.email, DEMO_PASSWORD: demo.password } });

for (const visit of visits) prove(visit);

test('every line has its row, and every text that it quotes has been looked for', () => {
  const rows = [...visits, ...integrations].flatMap((visit) => visit.rows);
  const count = (section: number) => rows.filter((row) => row.section === section).length;
  const counted = Object.fromEntries([2, 4, 5, 8, 9].map((section) => [section, count(section)]));
  expect(counted).toEqual({ 2: 103, 4: 30, 5: 36, 8: 39, 9: 25 });
  expect(new Set(rows.map(({ section, says }) => `${section} ${says}`)).size).toBe(rows.length);
  expect(rows.flatMap(({ shows }) => shows).length).toBe(104);
});
