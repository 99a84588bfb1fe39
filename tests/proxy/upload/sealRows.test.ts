import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { fieldsOf, JsonSchema } from '@cloakroom/contract/fields.ts';
import { groupNumberOf } from '@cloakroom/contract/segments.ts';
import { decodeGroup } from '@cloakroom/wire/recordGroup.ts';
import { groupFieldOpener } from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import type { SealTask } from '@cloakroom/proxy/upload/segmentWriter.ts';
import { sealRows } from '@cloakroom/proxy/upload/sealRows.ts';
import { segmentFiles } from '@cloakroom/proxy/upload/storedJob.ts';
import { readSegmentBody } from '#tests/support/segmentBody.ts';
import { tracesIn } from '#tests/support/traces.ts';
import { newSealTask } from './support.ts';

const fields = fieldsOf(
  JsonSchema.parse({
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 99_999 } },
    required: ['name'],
  }),
);
let folder: string;
let task: SealTask;

beforeEach(async () => {
  task = await newSealTask(fields);
  folder = task.folder;
});

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Decrypts every record of the segment files, in the order of their numbers. */
async function opened(files: { id: string; header: string; bytes: number }[]) {
  const openers = fields.map(({ name }, i) =>
    groupFieldOpener({ schema: task.schema, generation: 1 }, { name, key: task.fieldKeys[i]! }),
  );
  const all: (string | undefined)[][] = [];
  for (const { id, header, bytes } of files) {
    const paths = segmentFiles(id).map((name) => join(folder, name));
    const body = Buffer.concat(await Promise.all(paths.map((path) => readFile(path))));
    expect(body.length).toBe(bytes);
    for (const path of paths) expect((await stat(path)).mode & 0o777).toBe(0o600);
    const segment = await readSegmentBody(body);
    expect(segment.first).toBe(all.length);
    expect(createHash('sha256').update(segment.header).digest('hex')).toBe(header);
    for (const bytes of segment.items) {
      const group = decodeGroup(bytes, fields.length);
      const address = { upload: task.upload, group: groupNumberOf(all.length) };
      const columns = openers.map((opener, field) => opener.open(address, group, field)!);
      for (let position = 0; position < group.records; position++)
        all.push(columns.map((valueAt) => valueAt(position)?.text));
    }
  }
  return all;
}

test('segment files hold every record, sealed for its place, and no plain value', async () => {
  const names = Array.from({ length: 70_000 }, (_, i) => `Somebody ${i} of all`);
  const csv = ['name,age', ...names.map((name, i) => `${name},${i % 5 === 0 ? '' : i}`)].join('\n');
  const progress: number[] = [];
  const sealed = await sealRows(task, inChunks(csv, 65_536), (rows) => progress.push(rows));
  if (!sealed.good) throw new Error(sealed.error);
  expect(sealed.records).toBe(70_000);
  const upload = Buffer.from(task.upload).toString('hex');
  expect(sealed.segments.map(({ entry }) => [entry.records, entry.ranges])).toEqual([
    [51_200, [{ upload, first: 0, count: 51_200 }]],
    [18_800, [{ upload, first: 51_200, count: 18_800 }]],
  ]);
  expect(progress.at(-1)).toBe(70_000);
  const files = sealed.segments.map(({ entry, bytes }) => ({
    id: entry.id,
    header: entry.header_hash,
    bytes,
  }));
  expect(await opened(files)).toEqual(names.map((name, i) => [i % 5 === 0 ? undefined : String(i), name]));
  for (const file of await readdir(folder)) {
    const bytes = await readFile(join(folder, file));
    expect(names.slice(0, 20).flatMap((name) => tracesIn(bytes, name))).toEqual([]);
  }
});

test('threads that share a body seal each record once, into the same segments as one thread', async () => {
  const names = Array.from({ length: 200_000 }, (_, i) => `Somebody ${i}`);
  const csv = ['name', ...names].join('\n');
  const shares = await Promise.all(
    [0, 1].map((at) => sealRows(task, inChunks(csv, 65_536), undefined, { at, of: 2 })),
  );
  const counts = shares.map((one) => one.good && one.segments.map(({ entry }) => entry.records));
  expect(counts).toEqual([
    [51_200, 65_536],
    [51_200, 32_064],
  ]);
  const segments = shares.flatMap((one) => (one.good ? one.segments : []));
  const sorted = segments.sort((a, b) => a.entry.ranges[0]!.first - b.entry.ranges[0]!.first);
  const files = sorted.map(({ entry, bytes }) => ({ id: entry.id, header: entry.header_hash, bytes }));
  expect((await opened(files)).map(([, name]) => name)).toEqual(names);
});

test('long values make shorter segments, so that none exceeds the memory', async () => {
  const long = 'x'.repeat(60_000);
  const csv = ['name', ...Array.from({ length: 1_300 }, () => long)].join('\n');
  const sealed = await sealRows(task, inChunks(csv, 1_000_000));
  if (!sealed.good) throw new Error(sealed.error);
  expect(sealed.segments.length).toBe(3);
  for (const { bytes } of sealed.segments) expect(bytes).toBeLessThan(34 * 1024 * 1024);
  expect(sealed.segments.reduce((sum, { entry }) => sum + entry.records, 0)).toBe(1_300);
});

test('a body in another encoding is sealed with its decoded values, of bad rows only if they are to be left out', async () => {
  const latin = Buffer.from('name;age\nZoë;36\n;-1\nJosé;41\n', 'latin1');
  async function* body() {
    yield latin;
  }
  const reading = { encoding: 'windows-1252', delimiter: ';' } as const;
  expect(await sealRows({ ...task, reading }, body())).toMatchObject({ good: false, errors: { count: 1 } });
  const sealed = await sealRows({ ...task, reading: { ...reading, rows: 'good' } }, body());
  if (!sealed.good) throw new Error(sealed.error);
  expect([sealed.records, sealed.leftOut]).toEqual([2, 1]);
  const files = sealed.segments.map(({ entry, bytes }) => ({
    id: entry.id,
    header: entry.header_hash,
    bytes,
  }));
  expect((await opened(files)).map(([, name]) => name)).toEqual(['Zoë', 'José']);
});

test('a body without a good row is bad, whichever rows are wanted', async () => {
  const sealed = await sealRows({ ...task, reading: { rows: 'good' } }, inChunks('name,age\nAda,-1\n', 5));
  expect(sealed).toMatchObject({ good: false, empty: false, errors: { count: 1 } });
});
