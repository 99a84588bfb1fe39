/** Slugs made from names. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeSlug, slugOf } from '@cloakroom/service/slug.ts';

test.each([
  ['Über GmbH & Co.', 'uber-gmbh-co'],
  ['  --Trials 2026--  ', 'trials-2026'],
  ['東京', 'untitled'],
  ['', 'untitled'],
])('the slug of "%s" is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('the slug is short and plain for any name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
      expect(slugOf(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slugOf(name).length).toBeLessThanOrEqual(100);
    }),
  );
});

test('the first nine of a name are numbered, the next ones found with few queries', async () => {
  const taken = new Set<string>();
  let questions = 0;
  for (let made = 0; made < 200; made++)
    taken.add(await freeSlug('train', (slug) => (questions++, Promise.resolve(taken.has(slug)))));
  expect(taken.size).toBe(200);
  expect([...taken].slice(0, 9).at(-1)).toBe('train-9');
  expect(questions).toBeLessThan(200 * 11);
  for (const slug of taken) expect(slugOf(slug)).toBe(slug);
});
