/** Every file of the proxy's data folder, damaged in turn: the proxy starts, names the file and loses nothing. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { actor, startProxy } from '#tests/proxy/support/proxy.ts';
import { patiently } from '#tests/support/patiently.ts';
import { damages } from './support/damages.ts';
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
