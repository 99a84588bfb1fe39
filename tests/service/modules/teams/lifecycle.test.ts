/** Additional teams of a schema: created with a grant, renamed and deleted, and the rights of their members. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Grant } from '@cloakroom/contract/grants.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { maxTeamsPerSchema, type Team } from '@cloakroom/contract/teams.ts';
import { teams } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { startService } from '#tests/service/support/service.ts';
import { identityOf } from '#tests/service/support/sharing.ts';
import { logged } from '#tests/service/support/stored.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
});
afterAll(() => service.close());

const asOwner: (...call: [method: Parameters<World['call']>[1], url: string, body?: unknown]) => ReturnType<World['call']> =
  (...call) => world.call(world.people.dataOwner, ...call); // prettier-ignore
const make = (body: object) =>
  asOwner('POST', `${world.home}teams/`, { schema: world.schema.url, name: 'Auditors', ...body });
const made = async (body: object = {}) => {
  const answer = await make(body);
  expect(answer.statusCode).toBe(201);
  return answer.json<Team>();
};
const grantOf = async (team: Team) =>
  (await asOwner('GET', `/api/grants/?team=${team.id}`)).json<[Grant, ...Grant[]]>()[0];
const permissions = async () =>
  (await world.call(world.people.member, 'GET', world.schema.url)).json<Schema>().permissions;
const openRequests = async () =>
  (await asOwner('GET', `/api/requests/?user=${world.people.member.user.id}&shared=false`)).json<
    { field_name: string }[]
  >();

describe('an additional team', () => {
  test('is made with its grant and members, listed last, and answers at its URL', async () => {
    const { member } = world.people;
    const team = await made({ members: [member.user.id], field_names: { __query: true, age: true } });
    expect(team).toMatchObject({
      url: `/api/teams/${team.id}/`,
      schema: world.schema.url,
      role: 'custom',
      name: 'Auditors',
      slug: 'auditors',
      members: [member.user.id],
    });
    expect((await asOwner('GET', team.url)).json()).toEqual(team);
    const expanded = (await asOwner('GET', `${team.url}?expand=members`)).json<Team>();
    expect(expanded.members).toMatchObject([{ email: member.user.email }]);
    const listed = (await asOwner('GET', `${world.schema.url}teams/`)).json<Team[]>();
    expect(listed.map(({ role }) => role)).toEqual(['owners', 'requesters', 'contributors', 'custom']);
    const grant = await grantOf(team);
    expect(grant).toMatchObject({
      teams: [team.url],
      schema: world.schema.url,
      field_names: { __query: true, age: true },
      can_share_keys: false,
      can_create_records: false,
    });
    expect((await asOwner('GET', grant.url)).json()).toEqual(grant);
    expect(await permissions()).toEqual({
      can_search: true,
      can_upload: false,
      can_decrypt: ['age'],
      can_share_keys: false,
    });
  });

  test('is refused with a field that the schema lacks, without the query key, and in another organization', async () => {
    for (const field_names of [{ __query: true, shoe: true }, { age: true }])
      expect((await make({ field_names })).statusCode).toBe(400);
    const { organization } = world.people.outsider;
    expect((await make({ organization: organization.id })).statusCode).toBe(400);
    expect((await make({ schema: newId() })).statusCode).toBe(404);
    expect((await make({ members: [world.people.outsider.user.id] })).statusCode).toBe(404);
    const listed = (await asOwner('GET', `${world.schema.url}teams/`)).json<Team[]>();
    expect(listed).toHaveLength(3);
  });

  test('is rejected beyond the limit, with the remedy', async () => {
    const team = { organization: world.organization, schema: world.schema.id, role: 'custom' as const };
    await service.database.insert(teams).values(
      Array.from({ length: maxTeamsPerSchema - 3 }, (_, n) => ({
        ...team,
        id: newId(),
        name: `T${n}`,
        slug: `t${n}`,
      })),
    );
    const refused = await make({});
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      '"Train" has 50 teams already. Delete one of them first.',
    ]);
  });

  test('is renamed, which the audit log names', async () => {
    const team = await made();
    const renamed = await asOwner('PATCH', team.url, { name: 'Reviewers' });
    expect(renamed.json()).toEqual({ ...team, name: 'Reviewers', slug: 'reviewers' });
    expect((await asOwner('PATCH', team.url, {})).statusCode).toBe(400);
    const [, update] = await logged(service, { object: team.id, model: 'team' });
    expect(update).toMatchObject({
      action: 'update',
      changes: { name: 'Reviewers', former_name: 'Auditors', slug: 'reviewers' },
    });
  });

  test('takes its members’ open requests and permissions along when it is deleted', async () => {
    const { member } = world.people;
    await identityOf(service, member);
    const team = await made({ members: [member.user.id], field_names: { __query: true, age: true } });
    const fields = async () => (await openRequests()).map(({ field_name }) => field_name).sort();
    expect(await fields()).toEqual(['__query', 'age']);
    await world.addTo('requesters', member);
    expect((await asOwner('DELETE', team.url)).statusCode).toBe(204);
    // Rights from another team stay.
    expect(await fields()).toEqual(['__query']);
    expect((await permissions()).can_decrypt).toBe(false);
    expect((await asOwner('GET', team.url)).statusCode).toBe(404);
    const log = await logged(service, { object: team.id, model: 'team' });
    expect(log.at(-1)).toMatchObject({
      action: 'delete',
      changes: { name: 'Auditors', removed: [member.user.id], requests_closed: 1 },
    });
  });

  test('that comes with the schema is not deleted', async () => {
    for (const team of [world.owners, world.requesters, world.contributors]) {
      const refused = await asOwner('DELETE', team.url);
      expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
        409,
        `"${team.name}" comes with its schema and can’t be deleted. Remove its members instead.`,
      ]);
    }
    expect((await asOwner('GET', `${world.schema.url}teams/`)).json()).toHaveLength(3);
  });
});

describe('grants', () => {
  const give = (team: Team, body: object) =>
    asOwner('POST', '/api/grants/', { team: team.url, field_names: { __query: true }, ...body });

  test('of all teams of a person are joined', async () => {
    const { member } = world.people;
    await identityOf(service, member);
    const team = await made({ members: [member.user.id] });
    const added = await give(team, { field_names: { __query: true, name: true } });
    expect(added.statusCode).toBe(201);
    await made({ name: 'Ages', members: [member.user.id], field_names: { __query: true, age: true } });
    expect((await permissions()).can_decrypt).toEqual(['age', 'name']);
    expect((await openRequests()).map(({ field_name }) => field_name).sort()).toEqual([
      '__query',
      'age',
      'name',
    ]);
    expect((await asOwner('DELETE', added.json<Grant>().url)).statusCode).toBe(204);
    expect((await permissions()).can_decrypt).toEqual(['age']);
    expect((await openRequests()).map(({ field_name }) => field_name).sort()).toEqual(['__query', 'age']);
  });

  test('are filtered by schema, team and id, and those of other organizations are not shown', async () => {
    const team = await made();
    const grant = await grantOf(team);
    const ids = async (query: string, who = world.people.member) =>
      (await world.call(who, 'GET', `/api/grants/?${query}`)).json<Grant[]>().map(({ id }) => id);
    expect(await ids(`schema=${world.schema.id}`)).toHaveLength(4);
    expect((await ids(`schema=${world.schema.id}`)).at(-1)).toBe(grant.id);
    expect(await ids(`team=${team.url}`)).toEqual([grant.id]);
    expect(await ids(`id=${grant.id}`)).toEqual([grant.id]);
    expect(await ids('', world.people.outsider)).toEqual([]);
  });

  test('with the right to store open a request for every key, and let nothing be read', async () => {
    const { member } = world.people;
    await identityOf(service, member);
    const team = await made({ members: [member.user.id] });
    const { url } = await grantOf(team);
    const changed = await asOwner('PATCH', url, { can_create_records: true });
    expect(changed.json()).toMatchObject({ field_names: { __query: true }, can_create_records: true });
    const keys = async () => (await openRequests()).map(({ field_name }) => field_name).sort();
    expect(await keys()).toEqual(['__query', 'age', 'name']);
    expect(await permissions()).toEqual({
      can_search: true,
      can_upload: true,
      can_decrypt: false,
      can_share_keys: false,
    });
    await asOwner('PATCH', url, { can_create_records: false });
    expect(await keys()).toEqual(['__query']);
    const log = await logged(service, { object: url.split('/').at(-2)!, model: 'grant' });
    expect(log.map(({ changes }) => changes)).toMatchObject([
      { team: team.id, can_create_records: true, requests_opened: 2 },
      { team: team.id, can_create_records: false, requests_closed: 2 },
    ]);
  });

  test('of the data owners, and the last one of a built-in team, stay', async () => {
    for (const team of [world.owners, world.requesters, world.contributors])
      expect((await asOwner('DELETE', (await grantOf(team)).url)).statusCode).toBe(409);
    expect((await give(world.owners, {})).statusCode).toBe(409);
    const owners = (await grantOf(world.owners)).url;
    for (const change of [{ can_create_records: false }, { field_names: { __query: true } }])
      expect((await asOwner('PATCH', owners, change)).statusCode).toBe(409);
    const second = (
      await give(world.requesters, { field_names: { __query: true, age: true } })
    ).json<Grant>();
    expect((await asOwner('DELETE', second.url)).statusCode).toBe(204);
  });

  test('share keys only with every key', async () => {
    const team = await made();
    expect((await give(team, { can_share_keys: true })).statusCode).toBe(400);
    const sharing = await give(team, { field_names: null, can_share_keys: true });
    expect(sharing.json()).toMatchObject({ field_names: null, can_share_keys: true });
    const narrowed = { field_names: { __query: true } };
    expect((await asOwner('PATCH', sharing.json<Grant>().url, narrowed)).statusCode).toBe(409);
  });

  test('name the schema of their team', async () => {
    const other = await world.newSchema('Other');
    expect((await give(await made(), { schema: other.url })).statusCode).toBe(400);
  });
});
