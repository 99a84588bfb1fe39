import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { password } from '#tests/service/support/people.ts';
import { tracesBelow, tracesIn } from '#tests/support/traces.ts';
import { startRelayedProxyStack } from '../support/proxyStack.ts';

const definition = {
  type: 'object' as const,
  properties: { token: { type: 'string' }, number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['token'],
};
const tokens = Array.from({ length: 200 }, () => `canary-${randomBytes(16).toString('base64url')}`);

const world = await startRelayedProxyStack();
const { wire, proxy, owner, ada } = world;
const schema = await world.schemaOf(definition);
afterAll(() => world.close());

test('what is uploaded, searched, counted and read is never on the wire or on the disk, not even of a waiting or failed job', async () => {
  const csv = ['token,number', ...tokens.map((token, i) => `${token},${i}`)].join('\n');
  const json = JSON.stringify(tokens.map((token) => ({ data: { token } })));
  expect(await ada.uploaded(schema.id, csv, 'text/csv')).toMatchObject({ status: 'complete' });
  expect(await ada.uploaded(schema.id, `${csv}\n${tokens[0] ?? ''},bad`, 'text/csv')).toMatchObject({
    status: 'failed',
  });
  await ada.send('POST', '/api/records/ingest/', [{ schema: schema.url, data: { token: tokens[1] } }]);
  for (const value of tokens.slice(0, 20)) {
    const { records, named } = await ada.search({ schema: schema.id, filters: [{ label: 'token', value }] });
    expect((await ada.decrypt(records))[0]?.data.token).toBe(value);
    await ada.send('GET', `/api/records/?${named}&count_only=true`);
  }

  const cut = wire.cutAfter(5_000);
  const job_id = await ada.accepted(schema.id, json, 'application/json');
  await cut;
  // The job, its copy, and the two files of a segment.
  expect((await readdir(join(proxy.dataDir, 'spool', job_id))).length).toBe(4);
  const basic = owner.headers.authorization.split(' ')[1] ?? '';
  expect([...tokens, password, basic].flatMap((secret) => tracesBelow(proxy.dataDir, secret))).toEqual([]);
  await wire.mend();
  expect(await ada.ended(job_id)).toMatchObject({ status: 'complete' });

  expect(wire.sent().length).toBeGreaterThan(50_000);
  const sent = wire.sent();
  expect(tokens.flatMap((token) => tracesIn(sent, token))).toEqual([]);
  expect(tracesIn(sent, schema.id)).not.toEqual([]);
  expect(tokens.flatMap((token) => tracesBelow(proxy.dataDir, token))).toEqual([]);
});
