/**
 * What a refused call leaves unchanged, when a refusal takes effect, and which fields are read-only. The matrix tests
 * who may do what.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { successor, testSegment } from './support/segments.ts';
import { startService } from './support/service.ts';
import { checks, definition, makeWorld } from './support/world.ts';

const service = await startService();
const world = await makeWorld(service);
beforeAll(async () => {
  await world.upload(testSegment({ records: 3 }));
});
afterAll(() => service.close());

const dataset = () => `/api/datasets/${world.dataset.id}/`;
const teamUrl = () => `/api/organizations/${world.organization}/teams/${world.requesters.id}/`;

test('a refused call changes nothing', async () => {
  const { member } = world.people;
  const seen = async () => [
    (await world.call(world.people.owner, 'GET', world.schema.url)).json<object>(),
    (await world.call(world.people.owner, 'GET', dataset())).json<object>(),
    (await world.call(world.people.owner, 'GET', `${world.schema.url}teams/`)).json<object>(),
    await world.manifest(),
  ];
  const before = await seen();
  await world.call(member, 'PATCH', world.schema.url, { name: 'Mine' });
  await world.call(member, 'PATCH', dataset(), { name: 'Mine' });
  await world.call(member, 'POST', `${teamUrl()}add_member/`, { id: member.user.id });
  await world.call(member, 'PUT', teamUrl(), { name: 'Mine', members: [member.user.id] });
  await world.call(member, 'POST', world.manifestUrl, successor(await world.manifest(), []));
  expect(await seen()).toEqual(before);
});

test('a person removed from a team is refused from the next call on', async () => {
  const { member, dataOwner } = world.people;
  const list = async () =>
    (await world.call(member, 'GET', `/api/records/?schema=${world.schema.id}`)).statusCode;
  await world.call(dataOwner, 'POST', `${teamUrl()}add_member/`, { id: member.user.id });
  expect(await list()).toBe(200);
  await world.call(dataOwner, 'POST', `${teamUrl()}remove_member/`, { id: member.user.id });
  expect(await list()).toBe(403);
});

describe('read-only fields are refused and not set', () => {
  const fields = [
    'id',
    'owner',
    'creator',
    'is_admin',
    'is_superuser',
    'permissions',
    'slug',
    'created',
    'constructor',
  ];
  test.each(fields)('%s', async (field) => {
    const own = { [field]: randomBytes(4).toString('hex') };
    const answers = await Promise.all([
      world.call(world.people.owner, 'POST', '/api/datasets/', {
        name: 'x',
        organization: world.organization,
        ...own,
      }),
      world.call(world.people.owner, 'PATCH', dataset(), own),
      world.call(world.people.owner, 'POST', '/api/schemas/', {
        dataset: world.dataset.id,
        name: 'x',
        schema: definition,
        ...own,
      }),
      world.call(world.people.owner, 'PATCH', world.schema.url, own),
      world.call(world.people.owner, 'PUT', `${world.schema.url}key-checks/`, { key_checks: checks, ...own }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
  });
});
