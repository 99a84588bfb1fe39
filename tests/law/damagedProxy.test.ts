/** Every file of the proxy's data folder, damaged in turn: the proxy starts, names the file and loses nothing. */
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { actor, startProxy } from '#tests/proxy/support/proxy.ts';
import { fail } from '#tests/support/faultyDisk.ts';
import { patiently } from '#tests/support/patiently.ts';
import { proxyFolder, whole } from './support/proxyFolder.ts';

vi.mock('node:fs/promises', async (original) =>
  (await import('#tests/support/faultyDisk.ts')).faulty(await original()),
);

const world = await proxyFolder();
const files = readdirSync(world.folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(world.folder.length + 1))
  .sort();
const table: string[] = [];
afterAll(async () => {
  await world.close();
  if (process.env.SHOW_TABLE) console.log(table.join('\n'));
});

/** Flips a byte in the middle. */
const flip = async (path: string) => {
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length / 2);
  if (bytes.length > 0) bytes[at] = bytes[at]! ^ 1;
  await writeFile(path, bytes);
};

const damages: [string, (path: string) => Promise<(() => void) | void>][] = [
  ['a byte flipped', flip],
  ['emptied', (path) => writeFile(path, '')],
  ['removed', (path) => rm(path)],
  ['unwritable', async (path) => fail({ path, on: 'write', code: 'EROFS' })],
  ['unreadable', async (path) => fail({ path, on: 'read', code: 'EIO' })],
];

/** The file's name without ids that change. */
const nameOf = (file: string) =>
  file
    .replace(world.finished, '<finished job>')
    .replace(world.unfinished, '<unfinished job>')
    .replace(world.owner.user.id, '<user>')
    .replace(/[0-9a-f]{32}/, '<segment>');

describe.each(files)('%s', (file) => {
  const isSegment = /[.](head|records)$/.test(file);
  test.each(damages)('%s', async (damage, apply) => {
    await world.forget();
    const folder = await world.copy();
    const restore = (await apply(join(folder, file))) ?? (() => undefined);
    const sentences: string[] = [];
    const proxy = await startProxy(world.service.url, folder, (sentence) => sentences.push(sentence));
    try {
      const calls = actor(proxy, world.owner.headers);
      const found = await world.look(calls);
      const differs = Object.entries(found).filter(
        ([key, value]) => value !== whole[key as keyof typeof whole],
      );
      const words = sentences.map((sentence) => sentence.replaceAll(`${folder}/`, ''));
      table.push([nameOf(file), damage, words.join(' '), differs.map(String).join(' ')].join(' | '));
      expect(sentences.join('\n')).not.toMatch(/^\s+at /m);
      if (isSegment && !['unwritable', 'unreadable'].includes(damage)) {
        expect({ ...found, unfinished: '' }).toEqual({ ...whole, unfinished: '' });
        expect(found.unfinished).toMatch(
          /^failed, The sealed copy of this file on this machine’s disk was damaged.*Nothing was stored: upload the file again\.$/,
        );
        return;
      }
      if (/^processing|can’t be noted/.test(found.unfinished)) {
        // It says why it waits, and goes on by itself.
        expect(['unwritable', 'unreadable']).toContain(damage);
        expect(found.unfinished).toContain(join(folder, file));
        restore();
        await expect.poll(() => world.look(calls), patiently).toEqual(whole);
        return;
      }
      expect(found).toEqual(whole);
      // A marker has nothing to damage, and a missing copy is what data of earlier versions have.
      const isSilent = /^unseen/.test(basename(file)) || (damage === 'removed' && file.endsWith('.copy'));
      if (!isSilent && !['unwritable', 'unreadable'].includes(damage))
        expect(sentences.join('\n')).toContain(join(folder, file));
    } finally {
      restore();
      await proxy.close();
    }
  });
});
