/** The two lists of files in docs/architecture.md name existing files, each linked to the next. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { resolveImport } from '#tools/figures.ts';

const text = readFileSync('docs/architecture.md', 'utf8');

/** The files that strings in a file refer to: imports, spawned workers, resolved entries. */
const filesNamedIn = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/'([^'\n]+\.(?:tsx?|mjs))'/g)].map(([, name]) =>
    resolveImport('.', path, name!),
  );

describe.each([
  ['From a dropped file to a stored block', 30],
  ['From a filter value to the index and back', 18],
])('%s', (heading, maxFiles) => {
  const section = text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`))!;
  const lines = section.match(/^\d+\. .*$/gm)!;
  const files = lines.map((line) => /^\d+\. `([^`]+)` .+\.$/.exec(line)?.[1] ?? line);

  test(`has at most ${maxFiles} files, each with a sentence`, () => {
    expect(lines.length).toBeGreaterThan(maxFiles / 2);
    expect(lines.length).toBeLessThanOrEqual(maxFiles);
    expect(lines.map((line) => parseInt(line, 10))).toEqual(lines.map((_, index) => index + 1));
    expect(new Set(files).size).toBe(lines.length);
  });

  test('names files that exist', () => {
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  test('names files that another one of the list imports or spawns, or that import the one before', () => {
    const named = new Map(files.map((file) => [file, filesNamedIn(file)]));
    // Both sides of a call import its endpoint: in the list, the route follows the file of the contract.
    const isLinked = (file: string, index: number) =>
      index === 0 ||
      named.get(file)!.includes(files[index - 1]) ||
      files.some((other) => other !== file && named.get(other)!.includes(file));
    expect(files.filter((file, index) => !isLinked(file, index))).toEqual([]);
  });
});
