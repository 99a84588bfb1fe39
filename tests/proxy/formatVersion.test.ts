import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireFormat, UnknownFormat } from '@cloakroom/proxy/upload/storedJob.ts';
import { replaceFile } from '@cloakroom/server-kit/files.ts';
import { Spool } from '@cloakroom/proxy/upload/spool.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const format = { what: 'job.json', oldest: 1, newest: 2 };

test('a known format passes', () => {
  expect(requireFormat(format, 1)).toBe(1);
  expect(requireFormat(format, 2)).toBe(2);
});

test.each([
  [3, 'written by a newer version of Cloakroom: format 3 of job.json; this version reads formats 1 to 2.'],
  [0, 'written by an older version of Cloakroom: format 0 of job.json; this version reads formats 1 to 2.'],
])('format %i is named in the refusal', (found, sentence) => {
  expect(() => requireFormat(format, found)).toThrow(UnknownFormat);
  expect(() => requireFormat(format, found)).toThrow(sentence);
});

test('a job of a newer version stops the proxy with a message and stays unchanged', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'spool', '1323954a-71bb-4166-9d60-5dc9c450f440', 'job.json');
  const job = JSON.stringify({ version: 99, anything: 'else' });
  await replaceFile(file, job);
  await expect(new Spool(folder).readAll()).rejects.toThrow(
    /newer version of Cloakroom: format 99 of job\.json/,
  );
  expect(await readFile(file, 'utf8')).toBe(job);
});
