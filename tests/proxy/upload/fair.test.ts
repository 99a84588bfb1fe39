import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { personRows } from './support.ts';

const definition = {
  type: 'object' as const,
  properties: { name: { type: 'string' }, number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['name'],
};
const world = await startProxyStack();
const { ada } = world;
const schema = await world.schemaOf(definition);
afterAll(() => world.close());

/** Sends a file that never ends, as fast as it is read. The returned function aborts it. */
function endless(): () => Promise<unknown> {
  const piece = Buffer.from(personRows(2000));
  const file = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(Buffer.from('name,number\n')),
    async pull(stream) {
      await setImmediate();
      stream.enqueue(piece);
    },
  });
  return ada.endless(schema.id, file);
}

/** The number of rows that have been read of each running upload. */
async function read(): Promise<number[]> {
  return (await ada.jobs()).filter(({ status }) => status === 'uploading').map(({ total }) => total);
}

const threads = () => (process.report.getReport() as { workers: unknown[] }).workers.length;

test('a small file is received while four endless ones advance equally', async () => {
  const others = threads();
  const breakOff = Array.from({ length: 4 }, endless);
  try {
    const least = async () => Math.min(...(await read()));
    await expect.poll(async () => (await read()).length, pollTimeout).toBe(4);
    await expect.poll(least, pollTimeout).toBeGreaterThan(2000);
    expect(threads() - others).toBeLessThanOrEqual(availableParallelism());

    const before = await read();
    const answer = await ada.upload(schema.id, `name,number\n${personRows(1000)}`, 'text/csv');
    const { job_id } = (await answer.json()) as { job_id: string };
    const own = async () => (await ada.job(job_id)).status;
    await expect.poll(own, { ...pollTimeout, interval: 5 }).not.toBe('uploading');
    expect(answer.status).toBe(200);
    expect(await read()).toHaveLength(4);

    // Each is given 20,000 rows more than any of them had, so that a step of a thousand rows doesn't decide.
    await expect.poll(least, pollTimeout).toBeGreaterThan(Math.max(...before) + 20_000);
    const after = await read();
    // None of the four was slowed down for the others.
    expect(Math.max(...after)).toBeLessThan(3 * Math.min(...after));
  } finally {
    await Promise.all(breakOff.map((end) => end()));
  }
});
