/** Uploads that are under way while a backup is restored. */
import { afterAll, expect, test } from 'vitest';
import { openedBy, restoredOf, rowsFrom, startRestoring } from './support.ts';

const world = await startRestoring();
afterAll(() => world.close());

test('an unfinished upload waits until the restored content is accepted, and is then stored once', async () => {
  const { ada, wire } = world;
  const { id } = await world.schema('Waiting');
  const send = (first: number, count: number) =>
    ada.accepted(id, JSON.stringify(rowsFrom(first, count)), 'application/json');
  await ada.ended(await send(0, 10));
  const backup = await world.backUp();
  await ada.ended(await send(10, 5));
  // The second upload is sealed; the connection is cut while its segment is sent.
  const lost = wire.cutAfter(20_000);
  const job = await send(15, 1_000);
  await lost;
  await world.restore(backup);
  const { accept, state } = restoredOf(id);
  await expect.poll(async () => (await state(ada)).state, { timeout: 20_000 }).toBe('older');
  await expect.poll(async () => (await ada.job(job)).processed, { timeout: 20_000 }).toBe(1_000);
  expect(await ada.job(job)).toMatchObject({ status: 'processing' });
  await accept(ada);
  expect(await ada.ended(job)).toMatchObject({ status: 'complete', processed: 1_000 });
  expect(await openedBy(ada, id)).toEqual([...rowsFrom(0, 10), ...rowsFrom(15, 1_000)]);
});

test('a missing file is named with the time of its upload', async () => {
  const { ada } = world;
  const { id } = await world.schema('Named');
  const send = (first: number, count: number, headers = {}) =>
    ada.uploaded(id, JSON.stringify(rowsFrom(first, count)), 'application/json', { headers });
  await send(0, 10);
  const backup = await world.backUp();
  await send(10, 25, { 'x-file-fingerprint': 'ab'.repeat(32) });
  await send(35, 4);
  expect((await ada.search({ schema: id })).total).toBe(39);
  await world.restore(backup);
  const { missing, uploads } = await restoredOf(id).state(ada);
  expect(missing).toEqual({ uploads: 2, records: 29, returned: 0 });
  const [script, file] = uploads;
  expect([script?.records, script?.uploaded, file?.records]).toEqual([4, null, 25]);
  expect(Date.parse(file?.uploaded ?? '')).toBeGreaterThan(Date.parse(file?.seen ?? '') - 5_000);
});
