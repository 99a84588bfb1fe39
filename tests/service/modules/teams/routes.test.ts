/** Teams: their members, who may change them, and concurrent changes. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Team } from '@cloakroom/contract/teams.ts';
import { organizationUsers } from '@cloakroom/service/db/schema.ts';
import type { Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged } from '#tests/service/support/stored.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
let world: World;
let url: string;
beforeEach(async () => {
  world = await makeWorld(service);
  url = `${world.home}teams/${world.requesters.id}/`;
});
afterAll(() => service.close());

const members = async (query = '') => {
  const teams = await world.call(world.people.member, 'GET', `${world.schema.url}teams/${query}`);
  return teams.json<[Team, Team]>()[1].members;
};
const put = (who: Someone, ids: string[], rest = {}) =>
  world.call(who, 'PUT', url, { name: world.requesters.name, members: ids, ...rest });

test('people are added and removed, by user id or organization user id', async () => {
  const { dataOwner, member, requester } = world.people;
  const ofMember = eq(organizationUsers.user, member.user.id);
  const [membership] = await service.database.select().from(organizationUsers).where(ofMember);
  const list = async () =>
    (await world.call(member, 'GET', `/api/records/?schema=${world.schema.id}`)).statusCode;
  for (const id of [membership!.id, member.user.id, `/api/users/${member.user.id}/`])
    expect((await world.call(dataOwner, 'POST', `${url}add_member/`, { id })).statusCode).toBe(204);
  expect(await members()).toHaveLength(2);
  expect(await list()).toBe(200);

  for (const id of [membership!.id, member.user.id])
    expect((await world.call(dataOwner, 'POST', `${url}remove_member/`, { id })).statusCode).toBe(204);
  expect(await members()).toEqual([requester.user.id]);
  expect(await list()).toBe(403);

  const { id: object, name } = world.requesters;
  const log = await logged(service, { object, model: 'team' });
  expect(log.map(({ changes }) => changes)).toEqual([
    { name, added: [member.user.id], removed: [] },
    { name, added: [], removed: [member.user.id] },
  ]);
});

test('a team is replaced as a whole: its name and exactly these members', async () => {
  const { admin, member, dataOwner } = world.people;
  const saved = await put(admin, [member.user.id, dataOwner.user.id], {
    name: 'Analysts',
    slug: 'analysts',
    organization: `/api/organizations/${world.organization}/`,
  });
  expect(saved.json()).toMatchObject({ name: 'Analysts', slug: 'analysts', role: 'requesters' });
  expect(new Set(saved.json<Team>().members)).toEqual(new Set([member.user.id, dataOwner.user.id]));
  expect(new Set((await members()) as string[])).toEqual(new Set([member.user.id, dataOwner.user.id]));
});

test('members are shown in full if requested', async () => {
  const { id, email } = world.people.requester.user;
  expect(await members('?expand=members')).toMatchObject([{ id, email }]);
});

test('an organization’s teams are listed, paged and counted', async () => {
  const list = await world.call(world.people.member, 'GET', `${world.home}teams/?limit=1`);
  // The person who has left is still a row of the team.
  const shown = { name: 'Train Data Owners', members: [world.people.dataOwner.user.id] };
  expect(list.json<Team[]>()).toMatchObject([shown]);
  expect(list.headers['x-total-count']).toBe('3');
});

test('people of other organizations, unknown people and former members cannot be added', async () => {
  const { dataOwner, outsider, removed } = world.people;
  const unknownId = '2'.repeat(22);
  const before = await members();
  const answers = [];
  for (const id of [outsider.user.id, removed.user.id, unknownId]) {
    answers.push(await world.call(dataOwner, 'POST', `${url}add_member/`, { id }));
    answers.push(await put(dataOwner, [dataOwner.user.id, id]));
  }
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
    new Set(['404 {"detail":"User not found"}']),
  );
  expect(await members()).toEqual(before);
});

test('a team does not move to another organization', async () => {
  const answer = await put(world.people.admin, [], { organization: world.people.outsider.organization.id });
  expect(answer.statusCode).toBe(400);
  expect(await members()).toHaveLength(1);
});

test('of two concurrent updates one is the result, as a whole', async () => {
  const { admin, dataOwner, member, requester, owner } = world.people;
  const [one, two] = [[member.user.id, owner.user.id].sort(), [requester.user.id, dataOwner.user.id].sort()];
  for (let round = 0; round < 25; round++) {
    const answers = await Promise.all([put(admin, one), put(dataOwner, two)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect([one, two]).toContainEqual(((await members()) as string[]).sort());
  }
});

test('a person who is added twenty times at once is added and logged once', async () => {
  const { member } = world.people;
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.addTo('requesters', member)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(204));
  expect(await logged(service, { object: world.requesters.id })).toHaveLength(1);
});
