/** What this machine knows is not overwritten while its file can't be read. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { copyPath } from '@cloakroom/server-kit/mirroredFile.ts';
import { KnownDefinitions } from '@cloakroom/proxy/definitions/knownDefinitions.ts';
import { Histories } from '@cloakroom/proxy/epochs/histories.ts';
import { KnownOwners } from '@cloakroom/proxy/epochs/knownOwners.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const id = '2'.repeat(22);
const manifest: Manifest = { schema: id, generation: 1, version: 1, mac: 'aa'.repeat(32), segments: [] };

const stores = [
  {
    folder: 'owners',
    open: async (dataDir: string, report: (sentence: string) => void) => {
      const owners = new KnownOwners(dataDir, report);
      expect(await owners.has(id, 'schema', 'ada')).toBe(false);
      await owners.note(id, 'schema', 'ada');
      expect(await owners.has(id, 'schema', 'ada')).toBe(true);
    },
  },
  {
    folder: 'definitions',
    open: async (dataDir: string, report: (sentence: string) => void) => {
      const definitions = new KnownDefinitions(dataDir, report);
      await definitions.note(id, { digest: 'aa', epoch: 0, fields: [] });
      expect(await definitions.of(id)).toMatchObject({ digest: 'aa' });
    },
  },
  {
    folder: 'seen',
    open: async (dataDir: string, report: (sentence: string) => void) => {
      const histories = new Histories(dataDir, report);
      histories.note(manifest);
      await histories.written();
      expect(await histories.of(id)).toMatchObject({ version: 1 });
    },
  },
];

describe.each(stores)('a file of $folder', ({ folder, open }) => {
  const files = async () => {
    const dataDir = await temporaryFolder();
    const path = join(dataDir, folder, `${id}.json`);
    await mkdir(dirname(path));
    return { dataDir, path, copies: [path, copyPath(path)] };
  };

  test('that a newer program wrote is reported once, and left as it is', async () => {
    const { dataDir, copies } = await files();
    const digest = createHash('sha256').update('2\n{}').digest('hex');
    const newer = `cloakroom-file 2 ${digest}\n{}`;
    for (const copy of copies) await writeFile(copy, newer);
    const reported: string[] = [];
    await open(dataDir, (sentence) => reported.push(sentence));
    expect(reported).toEqual([expect.stringContaining('a newer version wrote it')]);
    for (const copy of copies) expect(await readFile(copy, 'utf8')).toBe(newer);
  });

  test('that the disk does not give is reported once, and written again after a restart', async () => {
    const { dataDir, path, copies } = await files();
    for (const copy of copies) await mkdir(copy);
    const reported: string[] = [];
    await open(dataDir, (sentence) => reported.push(sentence));
    expect(reported).toEqual([expect.stringContaining('EISDIR')]);
    for (const copy of copies) await rm(copy, { recursive: true });
    await open(dataDir, (sentence) => reported.push(sentence));
    expect(reported).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toContain('cloakroom-file 1');
  });
});
