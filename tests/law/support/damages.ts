/** Ways to damage a file. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fail } from '#tests/support/faultyDisk.ts';

const flip = async (path: string) => {
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2);
  if (bytes.length > 0) bytes[middle] = bytes[middle]! ^ 1;
  await writeFile(path, bytes);
};

/** Each with its name. The returned function undoes the damage, if that is possible. */
export const damages: [string, (path: string) => Promise<unknown>][] = [
  ['a byte flipped', flip],
  ['emptied', (path) => writeFile(path, '')],
  ['removed', (path) => rm(path)],
  ['unwritable', async (path) => fail({ path, on: 'write', code: 'EROFS' })],
  ['unreadable', async (path) => fail({ path, on: 'read', code: 'EIO' })],
];
