/** Reads are recorded in the audit log, counted by person, schema and hour. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AuditLogEntry } from '@cloakroom/contract/audit.ts';
import type { Someone } from '#tests/service/support/people.ts';
import { testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

const service = await startService();
let world: World;
let segment: TestSegment;
beforeEach(async () => {
  world = await makeWorld(service);
  segment = testSegment({ records: 3 });
  await world.upload(segment);
});
afterAll(() => service.close());

const log = async () => {
  const url = `/api/organizations/${world.organization}/audit-logs/?action=access`;
  return (await world.call(world.people.admin, 'GET', url)).json<AuditLogEntry[]>();
};
const changes = async () => (await log()).map((entry) => entry.changes);
const search = (who: Someone) =>
  world.call(who, 'POST', '/api/blocks/read/', {
    schema: world.schema.id,
    segments: [{ id: segment.id, labels: segment.labels[0]!.toString('base64') }],
  });
const read = (who: Someone, count: number) =>
  world.call(who, 'POST', '/api/records/read/', {
    schema: world.schema.id,
    records: Array.from({ length: count }, (_, number) => [segment.entry.ranges[0]!.upload, number]),
  });
const list = (who: Someone) => world.call(who, 'GET', `/api/records/?schema=${world.schema.id}`);

test('searches, lists and records that are read are counted in one line', async () => {
  const { requester, dataOwner } = world.people;
  await Promise.all([search(requester), search(requester), list(requester), read(requester, 3)]);
  await list(dataOwner);
  await expect.poll(log, pollTimeout).toHaveLength(2);
  expect((await log()).find(({ actor }) => actor === `/api/users/${requester.user.id}/`)).toMatchObject({
    action: 'access',
    model: 'schema',
    object_id: world.schema.id,
    remote_address: '127.0.0.1',
    changes: { name: world.schema.name, lists: 1, index_reads: 2, records_read: 3, groups_read: 0 },
  });
  await read(requester, 2);
  const sum = { name: world.schema.name, lists: 1, index_reads: 2, records_read: 5, groups_read: 0 };
  await expect.poll(changes, pollTimeout).toContainEqual(sum);
  expect(await log()).toHaveLength(2);
});

test('reading one record by its id counts, too; counting records does not', async () => {
  const { requester } = world.people;
  const id = recordId(Buffer.from(segment.entry.ranges[0]!.upload, 'hex'), 0);
  await world.call(requester, 'GET', `/api/records/?schema=${world.schema.id}&count_only=true`);
  expect((await world.call(requester, 'GET', `/api/records/${id}/`)).statusCode).toBe(200);
  const read = { name: world.schema.name, lists: 0, index_reads: 0, records_read: 1, groups_read: 0 };
  await expect.poll(changes, pollTimeout).toEqual([read]);
});

test('a refused call counts as no access', async () => {
  const { member, outsider, requester } = world.people;
  for (const who of [member, outsider]) for (const ask of [search, list]) await ask(who);
  await read(member, 1);
  await list(requester);
  await expect.poll(log, pollTimeout).toHaveLength(1);
});

test('another hour has another line', async () => {
  const { requester } = world.people;
  await list(requester);
  service.later(3_600_000);
  await list(requester);
  await expect.poll(log, pollTimeout).toHaveLength(2);
});

test('an export is logged immediately, with person, records and format', async () => {
  const { dataOwner, admin } = world.people;
  const exported = { records: 1200, filtered: true, values: 'decrypted', format: 'csv' };
  const noted = await world.call(dataOwner, 'POST', `/api/schemas/${world.schema.id}/exports/`, exported);
  expect(noted.statusCode).toBe(204);
  const answer = await world.call(admin, 'GET', `${world.home}audit-logs/?model=export`);
  expect(answer.json()).toMatchObject([
    {
      actor: `/api/users/${dataOwner.user.id}/`,
      action: 'access',
      object_id: world.schema.id,
      changes: { name: world.schema.name, ...exported },
    },
  ]);
});
