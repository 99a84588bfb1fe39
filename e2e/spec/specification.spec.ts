/** The requirements on what users see, line by line, in a real browser. */
import { demo } from '../support/sample.ts';
import { expect, test } from '../support/stack.ts';
import { checkScreen } from './checkScreen.ts';
import { integrations, screenSpecs } from './requirements/all.ts';

test.use({ stackEnv: { DEMO_EMAIL: demo.email, DEMO_PASSWORD: demo.password } });

for (const spec of screenSpecs) checkScreen(spec);

test('each requirement is listed once, and every text that it quotes is checked', () => {
  const rows = [...screenSpecs, ...integrations].flatMap((spec) => spec.rows);
  expect(rows).toHaveLength(239);
  expect(new Set(rows.map(({ requirement }) => requirement)).size).toBe(rows.length);
  expect(rows.flatMap(({ texts }) => texts).length).toBe(104);
});
