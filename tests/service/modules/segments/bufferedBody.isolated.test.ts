/** Incoming segments: stored in a file without a name, and read in chunks. */
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { newUpload, packedRecord, testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { stored } from '#tests/service/support/stored.ts';
import { makeWorld } from '#tests/service/support/world.ts';
import { fail } from '#tests/support/faultyDisk.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { limitFileSize } from '#tests/support/limitFileSize.ts';
import { readSegmentBody } from '#tests/support/segmentBody.ts';

vi.mock('node:fs/promises', async (original) =>
  (await import('#tests/support/faultyDisk.ts')).faulty(await original()),
);

const service = await startService({ listen: true });
const world = await makeWorld(service);
afterAll(() => service.close());

const arriving = () => readdir(join(service.config.DATA_DIR, 'arriving'));

describe('an incoming segment', () => {
  test('is stored byte for byte, even if it is much larger than what is read at a time', async () => {
    const upload = newUpload();
    const segment = testSegment({ records: 3000, blocks: 700, upload, bytes: 200 });
    const huge = testSegment({ records: 2, blocks: 3, upload, first: 3000, bytes: 400_000 });
    for (const one of [segment, huge]) expect((await world.put(one)).statusCode).toBe(204);
    const { rows: blocks } = await service.database.execute<{ label: Buffer; data: Buffer }>(
      sql`select label, data from blocks where segment = ${Buffer.from(segment.id, 'hex')} order by label`,
    );
    const together = (parts: Uint8Array[]) => Buffer.concat(parts).toString('base64');
    expect(together(blocks.map(({ label }) => label))).toBe(together(segment.labels));
    expect(together(blocks.map(({ data }) => data))).toBe(together(segment.blocks));
    const { rows: records } = await service.database.execute<{ number: string; data: Buffer }>(
      sql`select number, data from records where upload = ${Buffer.from(upload, 'hex')} order by number`,
    );
    const sent = (await Promise.all([segment, huge].map(({ body }) => readSegmentBody(body)))).flatMap((one) => one.items); // prettier-ignore
    expect(records.map(({ number }) => Number(number))).toEqual(sent.map((_, number) => number));
    expect(together(records.map(({ data }) => data))).toBe(together(sent));
  });

  test('has a file without a name, so that none is left after a crash', async () => {
    const segment = testSegment({ records: 2000, blocks: 20 });
    const sent = open(segment.id, segment.body.length);
    const status = new Promise((resolve, reject) => {
      sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    });
    sent.write(segment.body.subarray(0, 100_000));
    await expect.poll(arriving, pollTimeout).toEqual([]);
    sent.end(segment.body.subarray(100_000));
    expect(await status).toBe(204);
    expect(await arriving()).toEqual([]);
  });

  test('whose connection breaks changes nothing, and is stored when it is sent again', async () => {
    const big = testSegment({ records: 2000, blocks: 20 });
    const before = await stored(service);
    for (const share of [0.1, 0.5, 0.99]) await cut(big.id, big.body, Math.floor(big.body.length * share));
    expect(await stored(service)).toEqual(before);
    expect((await world.put(big)).statusCode).toBe(204);
  });

  test('that states a size above the limit is refused unread', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = open(testSegment({ records: 3 }).id, 257 * 1024 * 1024);
      sent.on('response', (answer) => {
        resolve(answer.statusCode);
        sent.destroy();
      });
      sent.on('error', reject).write('CRS1');
    });
    expect(status).toBe(413);
  });

  test('is rejected with the reason and changes nothing while the disk is full, and is stored when there is space', async () => {
    const segment = testSegment({ records: 2000 });
    const before = await stored(service);
    limitFileSize(process.pid, 100_000);
    const refused = await world.put(segment).finally(() => limitFileSize(process.pid, 'unlimited'));
    const detail = 'The service’s storage is full. Nothing was changed.';
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      503,
      '60',
      { detail },
    ]);
    expect(await stored(service)).toEqual(before);
    expect((await world.put(segment)).statusCode).toBe(204);
  });

  test.each([
    ['EIO', 'the disk reports an input/output error'],
    ['EROFS', 'the disk is read-only'],
    ['EACCES', 'permission is denied'],
  ])('is rejected with the reason if its folder fails with %s, and stored later', async (code, reason) => {
    const segment = testSegment({ records: 3 });
    const repair = fail({ path: /arriving/, on: 'write', code });
    const refused = await world.put(segment);
    repair();
    const detail = `The service’s data folder can’t be used: ${reason} (${code}). Nothing was changed. The service’s log names the file.`;
    expect([refused.statusCode, refused.json()]).toEqual([503, { detail }]);
    expect((await world.put(segment)).statusCode).toBe(204);
  });

  test('whose last record is wrong changes nothing, and the next one is stored', async () => {
    const segment = testSegment({ records: 3000, blocks: 3 });
    const last = packedRecord(2, 48).length;
    const body = Buffer.from(segment.body);
    body.writeUInt8(2, body.length - last);
    const before = await stored(service);
    for (let round = 0; round < 30; round++) {
      const refused = await world.put({ ...segment, body });
      expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
        400,
        'Record 2999 of the segment is not a packed record: it names field 2 of 2.',
      ]);
    }
    expect(await stored(service)).toEqual(before);
    expect((await world.put(segment)).statusCode).toBe(204);
  });
});

const open = (id: string, length: number) =>
  request(`${service.url}/api/segments/${id}/?schema=${world.schema.id}`, {
    method: 'PUT',
    headers: {
      ...world.people.dataOwner.headers,
      'content-type': 'application/octet-stream',
      'content-length': length,
    },
  });

/** Sends the first bytes of a body, then disconnects. */
const cut = (id: string, body: Buffer, length: number) =>
  new Promise<void>((resolve) => {
    const sent = open(id, body.length);
    sent.on('error', () => undefined).on('close', () => setTimeout(resolve, 100));
    sent.write(body.subarray(0, length), () => setTimeout(() => sent.destroy(), 50));
  });
