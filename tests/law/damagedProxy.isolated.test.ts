/** Damages every file of the proxy's data folder in turn: the proxy starts, names the file and loses nothing. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import '#tests/support/cheapPassphrases.ts';
import '#tests/support/soonRetries.ts';
import { actor, startProxy } from '#tests/proxy/support/proxy.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
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

/** The file's name, with placeholders for variable ids. */
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
    const undo = await apply(join(folder, file));
    const restore = () => (typeof undo === 'function' ? (undo as () => unknown)() : undefined);
    const sentences: string[] = [];
    const proxy = await startProxy(world.service.url, folder, (sentence) => sentences.push(sentence));
    try {
      const calls = actor(proxy, world.owner.headers);
      const found = await world.inspect(calls);
      const differs = Object.entries(found).filter(
        ([key, value]) => value !== whole[key as keyof typeof whole],
      );
      const notices = sentences.map((sentence) => sentence.replaceAll(`${folder}/`, ''));
      table.push([nameOf(file), damage, notices.join(' '), differs.map(String).join(' ')].join(' | '));
      expect(sentences.join('\n')).not.toMatch(/^\s+at /m);
      if (isSegment && !['unwritable', 'unreadable'].includes(damage)) {
        expect({ ...found, unfinished: '' }).toEqual({ ...whole, unfinished: '' });
        expect(found.unfinished).toMatch(
          /^failed, The sealed copy of this file on this machine’s disk was damaged.*Nothing was stored: upload the file again\.$/,
        );
        return;
      }
      if (/^processing|can’t be noted/.test(found.unfinished)) {
        // The job names the obstacle, and continues without a restart.
        expect(['unwritable', 'unreadable']).toContain(damage);
        expect(found.unfinished).toContain(join(folder, file));
        restore();
        await expect.poll(() => world.inspect(calls), pollTimeout).toEqual(whole);
        return;
      }
      expect(found).toEqual(whole);
      // A marker has no content to damage, and data of earlier versions has no copies.
      const isSilent =
        basename(file).startsWith('unseen') || (damage === 'removed' && file.endsWith('.copy'));
      if (!isSilent && !['unwritable', 'unreadable'].includes(damage))
        expect(sentences.join('\n')).toContain(join(folder, file));
    } finally {
      restore();
      await proxy.close();
    }
  });
});

describe('a data folder', () => {
  const inspectFolder = async (folder: string) => {
    const sentences: string[] = [];
    const proxy = await startProxy(world.service.url, folder, (sentence) => sentences.push(sentence));
    const found = await world.inspect(actor(proxy, world.owner.headers)).finally(() => proxy.app.close());
    return { found, sentences };
  };

  test('of format 0, without checksums, copies and digests, is read and migrated to the current format', async () => {
    await world.forget();
    const folder = await world.copy();
    for (const file of files) {
      const path = join(folder, file);
      if (file.endsWith('.copy')) await rm(path);
      else if (/^(manifests|uploaded|spool.*job)/.test(file) && file.endsWith('.json')) {
        const [, body = ''] = (await readFile(path, 'utf8')).split('\n');
        const without = (key: string, value: unknown) => (key === 'digests' ? undefined : value);
        await writeFile(path, JSON.stringify(JSON.parse(body, (key, value: unknown) => without(key, value))));
      }
    }
    expect(await inspectFolder(folder)).toEqual({ found: whole, sentences: [] });
    const first = await readFile(join(folder, 'manifests.json'), 'utf8');
    expect(first).toMatch(/^cloakroom-file 1 [0-9a-f]{64}\n/);
    expect(await readFile(join(folder, 'manifests.json.copy'), 'utf8')).toBe(first);
    await rm(folder, { recursive: true });
  });

  test.each(['finished', 'unfinished'] as const)(
    'whose %s job is damaged together with its copy starts, drops that job with a notice and keeps its folder',
    async (which) => {
      await world.forget();
      const folder = await world.copy();
      const job = join(folder, 'spool', world[which], 'job.json');
      for (const path of [job, `${job}.copy`]) await writeFile(path, '{');
      const { found, sentences } = await inspectFolder(folder);
      expect(found).toEqual({ ...whole, [which]: '404 Job not found' });
      expect(sentences).toHaveLength(1);
      expect(sentences[0]).toMatch(
        /^The state of an upload job was damaged, and so was its copy: .*upload its file again[.]$/,
      );
      expect(
        readdirSync(join(folder, 'spool')).filter((name) => name.startsWith(`${world[which]}.damaged-`)),
      ).toHaveLength(1);
      await rm(folder, { recursive: true });
    },
  );

  test('whose list of seen versions is damaged together with its copy starts, and reports what it can no longer detect', async () => {
    await world.forget();
    const folder = await world.copy();
    const file = join(folder, 'manifests.json');
    for (const path of [file, `${file}.copy`]) await writeFile(path, '{');
    const { found, sentences } = await inspectFolder(folder);
    expect(found).toEqual(whole);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(
      /^The list of index versions .* damaged.*can’t notice a service that shows an older state/,
    );
    expect((await inspectFolder(folder)).sentences).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test('of a later format is rejected with its name and left unchanged', async () => {
    await world.forget();
    const folder = await world.copy();
    const job = join(folder, 'spool', world.unfinished, 'job.json');
    const body = '{"of":"tomorrow"}';
    const digest = createHash('sha256').update(`2\n${body}`).digest('hex');
    for (const path of [job, `${job}.copy`]) await writeFile(path, `cloakroom-file 2 ${digest}\n${body}`);
    const { found, sentences } = await inspectFolder(folder);
    expect(found).toEqual({ ...whole, unfinished: '404 Job not found' });
    expect(sentences.join()).toContain(`${job} has format 2, and this program supports formats up to 1`);
    expect(await readFile(job, 'utf8')).toContain(body);
    await rm(folder, { recursive: true });
  });
});
