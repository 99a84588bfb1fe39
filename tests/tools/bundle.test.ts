/** Bundled programs: one file, with errors at the lines of their sources. */
import { execFile } from 'node:child_process';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundle } from '#tools/bundle.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const run = promisify(execFile);

let sources: string;
let writtenFiles: string[];
beforeEach(async () => {
  sources = await temporaryFolder();
  writtenFiles = [];
});
afterEach(() => Promise.all(writtenFiles.map((path) => rm(path))));

const write = (name: string, lines: string[]) => writeFile(join(sources, name), lines.join('\n'));
const bundleProgram = () => {
  const file = bundle(join(sources, 'program.ts'));
  writtenFiles.push(file, `${file}.sources.json`);
  return file;
};

test('a program runs from one file, with packages found and errors at the lines of their sources', async () => {
  await write('program.ts', [
    "import { z } from 'zod';",
    "import { half } from './half.ts';",
    'console.log(half(z.number().parse(42)));',
    'half(43);',
  ]);
  const [type, returned] = ['type Whole = number;', '  return whole / 2;'];
  const thrown = "  if (whole % 2) throw new Error('odd');";
  await write('half.ts', [type, '', 'export function half(whole: Whole): number {', thrown, returned, '}']);
  const file = bundleProgram();
  await rm(join(sources, 'half.ts'));
  const ended = run(process.execPath, ['--enable-source-maps', file]);
  await expect(ended).rejects.toMatchObject({
    stdout: '21\n',
    stderr: expect.stringContaining(`${join(sources, 'half.ts')}:4:`) as string,
  });
});

test('reports the position of a syntax error and keeps the previous bundle', async () => {
  await write('program.ts', ['console.log(1);']);
  const file = bundleProgram();
  const before = await readFile(file, 'utf8');
  await write('program.ts', ['console.log(2);', 'const = 3;']);
  expect(() => bundle(join(sources, 'program.ts'))).toThrow('program.ts:2:6');
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('bundles again only if the content of a source has changed, whatever its modification time', async () => {
  await write('program.ts', ["import { text } from './text.ts';", 'console.log(text);']);
  await write('text.ts', ["export const text = 'first';"]);
  const longAgo = new Date('2020-01-01');
  for (const name of ['program.ts', 'text.ts']) await utimes(join(sources, name), longAgo, longAgo);
  const file = bundleProgram();
  const { mtimeMs } = await stat(file);
  expect(bundle(join(sources, 'program.ts'))).toBe(file);
  await utimes(join(sources, 'text.ts'), new Date(), new Date());
  bundle(join(sources, 'program.ts'));
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  await write('text.ts', ["export const text = 'other';"]);
  await utimes(join(sources, 'text.ts'), longAgo, longAgo);
  bundle(join(sources, 'program.ts'));
  expect((await run(process.execPath, [file])).stdout).toBe('other\n');
});
