/** How a new build replaces the previous one. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { release, releaseIn } from '#tools/release.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const dayMs = 24 * 3600 * 1000;
let home: string;
beforeEach(async () => void (home = await temporaryFolder()));

/** Writes a build whose page names exactly these files. */
function build(name: string, ...assets: string[]): string {
  const folder = join(home, name);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const asset of assets) writeFileSync(join(folder, 'assets', asset), asset);
  writeFileSync(join(folder, 'index.html'), assets.join(' '));
  writeFileSync(join(folder, 'sw.js'), name);
  return folder;
}
const served = () => join(home, 'served');
const names = () => readdirSync(join(served(), 'assets')).sort();

test('the first release equals the build', () => {
  release(build('one', 'a-1.js', 'b-1.js'), served(), 'one');
  expect(names()).toEqual(['a-1.js', 'b-1.js']);
  expect(readFileSync(join(served(), 'sw.js'), 'utf8')).toBe('one');
  expect(releaseIn(served())).toEqual({ from: 'one', assets: ['a-1.js', 'b-1.js'] });
});

test('keeps the files of the last release for its open pages, however old it is', () => {
  release(build('one', 'a-1.js', 'b-1.js'), served(), 'one');
  release(build('two', 'a-1.js', 'b-2.js'), served(), 'two', Date.now() + 90 * dayMs);
  expect(names()).toEqual(['a-1.js', 'b-1.js', 'b-2.js']);
  expect(readFileSync(join(served(), 'index.html'), 'utf8')).toBe('a-1.js b-2.js');
});

test('removes files of earlier releases a week after they were replaced', () => {
  release(build('one', 'a-1.js'), served(), 'one');
  release(build('two', 'a-2.js'), served(), 'two');
  release(build('three', 'a-3.js'), served(), 'three', Date.now() + 6 * dayMs);
  expect(names()).toEqual(['a-1.js', 'a-2.js', 'a-3.js']);
  release(build('four', 'a-4.js'), served(), 'four', Date.now() + 8 * dayMs);
  expect(names()).toEqual(['a-2.js', 'a-3.js', 'a-4.js']);
});

test('releasing the same build again deletes nothing', () => {
  release(build('one', 'a-1.js'), served(), 'one');
  const inAMonth = Date.now() + 30 * dayMs;
  release(build('two', 'a-2.js'), served(), 'two', inAMonth);
  release(join(home, 'two'), served(), 'two', inAMonth);
  expect(names()).toContain('a-2.js');
  expect(existsSync(join(served(), 'assets', 'a-1.js'))).toBe(true);
});
