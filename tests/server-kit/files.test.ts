/** Private files: their mode, atomic writes and leftovers. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createFile,
  readFileIfExists,
  replaceFile,
  removeTemporaryFiles,
} from '@cloakroom/server-kit/files.ts';
import { emptyFolder } from '#tests/proxy/keyring/support.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('a private file', () => {
  test('is readable by its owner alone, and so is its folder', async () => {
    const path = join(await emptyFolder(), 'secret');
    await replaceFile(path, 'one');
    expect(await modeOf(path)).toBe(0o600);
    expect(await modeOf(dirname(path))).toBe(0o700);
  });

  test('becomes private when it replaces a file that was not', async () => {
    const folder = await emptyFolder();
    await mkdir(folder);
    await writeFile(join(folder, 'secret'), 'one', { mode: 0o644 });
    await replaceFile(join(folder, 'secret'), 'two');
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('two');
    expect(await modeOf(join(folder, 'secret'))).toBe(0o600);
  });

  test('is created once by ten concurrent attempts, and no temporary file remains', async () => {
    const path = join(await emptyFolder(), 'secret');
    const made = await Promise.all(Array.from({ length: 10 }, (_, i) => createFile(path, `from ${i}`)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toBe(`from ${made.indexOf(true)}`);
    expect(await readdir(dirname(path))).toEqual(['secret']);
  });

  test('is swept if it is incomplete, others stay', async () => {
    const folder = await emptyFolder();
    await replaceFile(join(folder, 'secret'), 'one');
    await writeFile(join(folder, 'secret.0123456789ab.tmp'), 'tw');
    await writeFile(join(folder, 'other.0123456789ab.tmp'), 'tw');
    await removeTemporaryFiles(folder, 'secret.');
    expect((await readdir(folder)).sort()).toEqual(['other.0123456789ab.tmp', 'secret']);
    await removeTemporaryFiles(folder);
    expect(await readdir(folder)).toEqual(['secret']);
  });

  test('reads as null if it does not exist', async () => {
    expect(await readFileIfExists(join(await emptyFolder(), 'secret'))).toBeNull();
  });
});
