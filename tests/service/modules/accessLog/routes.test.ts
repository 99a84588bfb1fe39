/** The access log of a schema, as the service stores it: in order and complete. */
import { afterAll, expect, test } from 'vitest';
import type { AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { entryFor } from '#tests/service/support/accessLog.ts';
import { startProxy, actor } from '#tests/proxy/support/proxy.ts';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { caller } from '#tests/service/support/world.ts';

const service = await startService({ listen: true });
const proxy = await startProxy(service.url);
const ada = await person(service);
afterAll(async () => {
  await proxy.close();
  await service.close();
});
const definition = { type: 'object' as const, properties: { city: { type: 'string' } } };
const schema = await actor({ url: service.url }, ada.headers).schema(ada.organization.id, definition);
const path = `/api/schemas/${schema.id}/access-log/`;
const append = (entry: unknown) => caller(service)(ada, 'POST', path, entry);
const entries = async () => (await caller(service)(ada, 'GET', path)).json<AccessEntry[]>();

test('accepts entries one after the other, and stores the same one again only once', async () => {
  expect(await entries()).toEqual([]);
  const first = await entryFor(service, schema.id);
  expect((await append(first)).statusCode).toBe(201);
  expect((await append(first)).statusCode).toBe(201);
  const second = await entryFor(service, schema.id);
  expect((await append(second)).statusCode).toBe(201);
  expect(await entries()).toEqual([first, second]);
});

const longNames = Array.from({ length: 400 }, (_, i) => `${i}`.padEnd(1000, 'x'));

test.each<[what: string, changes: Partial<AccessEntry>, status: number]>([
  ['skips a number', { number: 9 }, 409],
  ['repeats a number with other content', { number: 2, time: '2020-01-01T00:00:00.000Z' }, 409],
  ['follows another one', { previous: 'f'.repeat(64) }, 409],
  ['was made for another schema', { schema: 'other' }, 400],
  ['is too long', { change: { type: 'grant', id: 'grant', teams: [], field_names: longNames, can_share_keys: false } }, 413], // prettier-ignore
])('accepts no entry that %s', async (_, changes, status) => {
  const before = await entries();
  expect((await append(await entryFor(service, schema.id, changes))).statusCode).toBe(status);
  expect(await entries()).toEqual(before);
});

test('lists a page of the log, and the total', async () => {
  const answer = await caller(service)(ada, 'GET', `${path}?limit=1&offset=1`);
  expect(answer.headers['x-total-count']).toBe('2');
  expect(answer.json<AccessEntry[]>().map(({ number }) => number)).toEqual([2]);
});

test('accepts new keys of a schema with an access log only with the entry that announces them', async () => {
  const calls = actor(proxy, ada.headers);
  const made = await calls.schema(ada.organization.id, definition, 'Announced');
  const manifest = { schema: made.id, generation: 2, version: 1, segments: [], mac: 'a'.repeat(64) };
  const key_checks = Object.fromEntries(['__query', 'city'].map((name) => [name, 'b'.repeat(32)]));
  const url = `/api/schemas/${made.id}/key-checks/`;
  const put = (more = {}) =>
    caller(service)(ada, 'PUT', url, { key_checks, generation: 2, manifest, ...more });
  const without = await put();
  expect([without.statusCode, without.body]).toEqual([409, expect.stringContaining('have to be signed too')]);
  expect((await put({ entry: await entryFor(service, made.id) })).statusCode).toBe(400);
  const rotated = await calls.send('POST', `/api/schemas/${made.id}/rotate/`);
  expect(rotated.status).toBe(200);
});
