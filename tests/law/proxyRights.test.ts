/** Calls that the proxy itself refuses by the schema's permissions, regardless of the service. */
import { afterAll, expect, test } from 'vitest';
import type { Permissions, Schema } from '@cloakroom/contract/schemas.ts';
import { startLying } from '#tests/proxy/support/lying.ts';

const world = await startLying();
const { ada, liar } = world;
const schema = await world.schemaOf({ type: 'object', properties: { name: { type: 'string' } } });
const job = await ada.uploaded(schema.id, '[{"name":"Ada"}]', 'application/json');
const { records } = await ada.search({ schema: schema.id });
afterAll(() => world.close());

const allowed: Permissions = { can_search: true, can_upload: true, can_decrypt: true, can_share_keys: true };
type Call = [method: string, path: string, body?: unknown];
const calls: [what: string, without: keyof Permissions, call: Call][] = [
  ['decrypt', 'can_decrypt', ['POST', '/api/records/decrypt/', records]],
  ['delete records', 'can_upload', ['DELETE', `/api/records/?schema=${schema.id}&id=${records[0]!.id}`]],
  ['list uploads', 'can_upload', ['GET', `/api/uploads/?schema=${schema.id}`]],
  ['delete an upload', 'can_upload', ['DELETE', `/api/uploads/${job.upload}/?schema=${schema.id}`]],
  ['upload', 'can_upload', ['POST', `/api/jobs/upload/?schema=${schema.id}`, [{ name: 'Bob' }]]],
  ['ingest', 'can_upload', ['POST', '/api/records/ingest/', [{ schema: schema.id, data: { name: 'Bob' } }]]],
  ['create a record', 'can_upload', ['POST', '/api/records/', { schema: schema.id, data: { name: 'Bob' } }]],
  ['replace a record', 'can_upload', ['PUT', `/api/records/${records[0]!.id}/`, { data: { name: 'Bob' } }]],
  ['change a record', 'can_decrypt', ['PATCH', `/api/records/${records[0]!.id}/`, { data: { name: 'Bob' } }]],
  ['change keys', 'can_share_keys', ['POST', `/api/schemas/${schema.id}/rotate/`]],
];

test.each(calls)('does not %s without %s', async (_, without, call) => {
  liar.reset();
  await world.outdate(schema.id);
  liar.lie(`GET /api/schemas/${schema.id}/`, (seen: Schema) => ({
    ...seen,
    permissions: { ...allowed, [without]: false },
  }));
  const before = liar.bodiesOf(`POST /api/manifests/${schema.id}/`).length;
  const answer = await ada.send(...call);
  expect(answer.status).toBe(403);
  expect(liar.bodiesOf(`POST /api/manifests/${schema.id}/`)).toHaveLength(before);
});

test('the refused calls have changed nothing', async () => {
  liar.reset();
  expect((await ada.search({ schema: schema.id })).total).toBe(1);
});
