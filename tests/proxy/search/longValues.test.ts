/** Records with long values are listed and decrypted, though their groups come in several answers. */
import { afterAll, expect, test } from 'vitest';
import { startRelayedProxyStack } from '../support/proxyStack.ts';

const world = await startRelayedProxyStack();
const { ada, wire } = world;
afterAll(() => world.close());

test('a page of long texts is read in portions', async () => {
  const schema = await world.schemaOf({
    type: 'object',
    properties: { history: { type: 'string' }, notes: { type: 'string' } },
  });
  const rows = Array.from({ length: 100 }, (_, at) => ({
    history: `${at} `.repeat(15_000),
    notes: `Note ${at} `.repeat(6_000),
  }));
  const job = await ada.uploaded(schema.id, JSON.stringify(rows), 'application/json');
  expect(job.status).toBe('complete');
  const before = wire.sent().length;
  const { records } = await ada.search({ schema: schema.id, limit: 100 });
  const opened = await ada.decrypt(records);
  expect(opened.map(({ data }) => data.notes === rows[0]?.notes)).toEqual(rows.map((_, at) => at === 0));
  for (const [at, { data }] of opened.entries()) {
    expect(data.notes === rows[at]!.notes).toBe(true);
    expect(data.history === rows[at]!.history).toBe(true);
  }
  const asked = wire.sent().subarray(before).toString('latin1').split('POST /api/groups/read/').length - 1;
  expect(asked).toBeGreaterThan(2);
});
