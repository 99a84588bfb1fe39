/** The requirements on what users see, line by line, in a real browser. */
import { demo } from '../support/sample.ts';
import { expect, test } from '../support/stack.ts';
import { checkScreen } from './checkScreen.ts';
import { integrations, screenSpecs } from './rows/all.ts';

test.use({ stackEnv: { DEMO_EMAIL: demo.email, DEMO_PASSWORD: demo.password } });

for (const spec of screenSpecs) checkScreen(spec);

test('every requirement has one row, and every text that it quotes is checked', () => {
  const rows = [...screenSpecs, ...integrations].flatMap((spec) => spec.rows);
  const count = (section: number) => rows.filter((row) => row.section === section).length;
  const counted = Object.fromEntries([2, 4, 5, 8, 9].map((section) => [section, count(section)]));
  expect(counted).toEqual({ 2: 103, 4: 30, 5: 36, 8: 39, 9: 25 });
  expect(new Set(rows.map(({ section, requirement }) => `${section} ${requirement}`)).size).toBe(rows.length);
  expect(rows.flatMap(({ texts }) => texts).length).toBe(104);
});
