import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { fieldsOf, JsonSchema } from '@cloakroom/contract/fields.ts';
import { recordsPerSegment } from '@cloakroom/wire/segmentBody.ts';
import { SealThreads } from '@cloakroom/proxy/upload/sealThreads.ts';
import { sealUpload } from '@cloakroom/proxy/upload/sealUpload.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { newSealTask, personRows } from './support.ts';

const fields = fieldsOf(
  JsonSchema.parse({
    type: 'object',
    properties: { name: { type: 'string' }, number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
    required: ['name'],
  }),
);
const threads = new SealThreads(2);
afterAll(() => threads.close());

/** A body of pieces of 2,000 rows without an end. */
async function* endlessBody(): AsyncGenerator<Uint8Array> {
  const piece = Buffer.from(personRows(2000));
  yield Buffer.from('name,number\n');
  for (;;) {
    await setImmediate();
    yield piece;
  }
}

async function* smallBody(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('name,number\n');
  yield Buffer.from(personRows(1000));
}

test('a small body is sealed before any of four endless ones is a segment further', async () => {
  const ended = new AbortController();
  const { signal } = ended;
  const rowsRead = [0, 0, 0, 0];
  const endless = await Promise.all(
    rowsRead.map(async (_, i) => {
      const onRead = (total: number) => (rowsRead[i] = total);
      return { sealing: sealUpload(await newSealTask(fields), endlessBody(), threads, { onRead, signal }) };
    }),
  );
  try {
    await expect.poll(() => Math.min(...rowsRead), pollTimeout).toBeGreaterThan(2000);
    const before = [...rowsRead];
    const small = await sealUpload(await newSealTask(fields), smallBody(), threads, {
      onRead: () => undefined,
      signal,
    });
    expect(small).toMatchObject({ good: true, records: 1000 });
    const advanced = rowsRead.map((total, i) => total - before[i]!);
    expect(Math.max(...advanced)).toBeLessThan(recordsPerSegment);
    // The endless bodies advance equally.
    expect(Math.max(...rowsRead)).toBeLessThan(2 * Math.min(...rowsRead));
  } finally {
    ended.abort();
    await Promise.allSettled(endless.map(({ sealing }) => sealing));
  }
});
