import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Job } from '#contract/jobs.ts';
import { recordsPerSegment } from '#contract/segmentBody.ts';
import type { Schema } from '#contract/schemas.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { actor, startProxy, type Actor, type TestProxy } from '../support/proxy.ts';

const definition = {
  type: 'object' as const,
  properties: { name: { type: 'string' }, number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['name'],
};
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => `Somebody ${i % 5000},${i}\n`).join('');

let service: TestService;
let proxy: TestProxy;
let owner: Someone;
let ada: Actor;
let schema: Schema;

beforeAll(async () => {
  service = await startService({ listen: true });
  proxy = await startProxy(service.url);
  owner = await person(service);
  ada = actor(proxy, owner.headers);
  schema = await ada.schema(owner.organization.id, definition);
});

afterAll(async () => {
  await proxy.close();
  await service.close();
});

/** Send a file that never ends, as fast as it is taken. The result breaks it off. */
function endless(): () => Promise<unknown> {
  const abort = new AbortController();
  const piece = Buffer.from(rows(2000));
  const sending = fetch(`${proxy.url}/api/jobs/upload/?schema=${schema.id}`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'text/csv' },
    body: new ReadableStream({
      start: (stream) => stream.enqueue(Buffer.from('name,number\n')),
      async pull(stream) {
        await setImmediate();
        stream.enqueue(piece);
      },
    }),
    duplex: 'half',
    signal: abort.signal,
  }).catch(() => null);
  return () => {
    abort.abort();
    return sending;
  };
}

/** Rows that have been read of the uploads under way. */
async function read(): Promise<number[]> {
  const jobs = z.array(Job).parse(await (await ada.send('GET', '/api/jobs/')).json());
  return jobs.filter(({ status }) => status === 'uploading').map(({ total }) => total);
}

const threads = () => (process.report.getReport() as { workers: unknown[] }).workers.length;

test('a small file is taken in before any of four endless ones is a segment further', async () => {
  const others = threads();
  const breakOff = Array.from({ length: 4 }, endless);
  try {
    const least = async () => Math.min(...(await read()));
    await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBe(4);
    await expect.poll(least, { timeout: 30_000 }).toBeGreaterThan(2000);
    expect(threads() - others).toBeLessThanOrEqual(availableParallelism());

    const before = Math.min(...(await read()));
    const answer = await ada.upload(schema.id, `name,number\n${rows(1000)}`, 'text/csv');
    const after = await read();
    expect(answer.status).toBe(200);
    expect(Math.max(...after) - before).toBeLessThan(recordsPerSegment);
    // None of the four had to stand back for the others.
    expect(Math.max(...after)).toBeLessThan(3 * Math.min(...after));
  } finally {
    await Promise.all(breakOff.map((end) => end()));
  }
});
