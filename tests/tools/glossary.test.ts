/** The glossary defines each noun once, in alphabetical order, in one sentence or two. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rows = [...readFileSync('docs/glossary.md', 'utf8').matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)]
  .slice(1)
  .map(([, noun, meaning]) => ({ noun: noun!, meaning: meaning! }))
  .filter(({ noun }) => noun !== '---');

test('lists each noun once, in alphabetical order', () => {
  const nouns = rows.map(({ noun }) => noun);
  expect(nouns.length).toBeGreaterThan(30);
  expect(nouns).toEqual([...new Set(nouns)].toSorted());
});

test('ends each meaning with a period', () => {
  expect(rows.filter(({ meaning }) => !/^[A-Z\d].*\.$/.test(meaning))).toEqual([]);
});
