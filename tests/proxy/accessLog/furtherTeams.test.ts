/** Further teams and grants through an owner's proxy: what is signed, before and after the service carries it out. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AccessChange, AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { Grant } from '@cloakroom/contract/grants.ts';
import { Team } from '@cloakroom/contract/teams.ts';
import { accessLog, grants, teams } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { startOrganization, type Device } from '#tests/proxy/sharing/support.ts';

const world = await startOrganization();
const { ada, service } = world;
const schema = await ada.people();
const home = `/api/organizations/${ada.who.organization.id}/`;
let rita: Device;
beforeAll(async () => {
  await ada.identity();
  rita = await world.newcomer();
  await rita.identity();
});
afterAll(() => world.close());

/** The signed changes, oldest first. */
async function signed(): Promise<AccessChange[]> {
  const rows = await service.database
    .select({ body: accessLog.body })
    .from(accessLog)
    .where(eq(accessLog.schema, schema.id))
    .orderBy(accessLog.number);
  return rows.map(({ body }) => (JSON.parse(body) as AccessEntry).change);
}
const signedSince = async (count: number) => (await signed()).slice(count);

const make = (body: object = {}) =>
  ada.read(Team, 'POST', `${home}teams/`, { schema: schema.id, name: 'Auditors', ...body });
const grantOf = async (team: Team) =>
  (await ada.read(z.array(Grant), 'GET', `/api/grants/?team=${team.id}`))[0]!;
const confirmed = async () => expect((await ada.access(schema.id)).unconfirmed).toEqual([]);

describe('a further team', () => {
  it('is signed with its grant and members when it is made', async () => {
    const before = (await signed()).length;
    const field_names = { __query: true, age: true };
    const team = await make({ members: [rita.who.user.id], field_names });
    const { id } = await grantOf(team);
    expect(await signedSince(before)).toEqual([
      { type: 'grant', id, teams: [team.id], field_names: ['__query', 'age'], can_share_keys: false },
      { type: 'team', id: team.id, name: 'Auditors', members: [rita.who.user.id] },
    ]);
    await confirmed();
    expect(await ada.compareAndFulfilAll()).toHaveLength(2);
    await rita.compareAndReceiveAll();
  });

  it('is signed with its new name', async () => {
    const team = await make();
    const before = (await signed()).length;
    await ada.read(Team, 'PATCH', team.url, { name: 'Reviewers' });
    expect(await signedSince(before)).toEqual([
      { type: 'team', id: team.id, name: 'Reviewers', members: [] },
    ]);
    await ada.read(Team, 'PATCH', team.url, { slug: 'reviewing' });
    expect(await signedSince(before + 1)).toEqual([]);
  });

  it('is signed as empty before it is deleted', async () => {
    const team = await make({ members: [rita.who.user.id] });
    const before = (await signed()).length;
    expect((await ada.send('DELETE', team.url)).status).toBe(204);
    expect(await signedSince(before)).toEqual([{ type: 'team', id: team.id, name: 'Auditors', members: [] }]);
    expect((await ada.send('GET', team.url)).status).toBe(404);
    await confirmed();
  });

  it('that comes with the schema is neither deleted nor signed as empty', async () => {
    const before = (await signed()).length;
    for (const role of ['owners', 'requesters', 'contributors'] as const)
      expect((await ada.send('DELETE', (await ada.teamOf(schema, role)).url)).status).toBe(409);
    expect(await signedSince(before)).toEqual([]);
  });

  it('that an admin without keys has made is unconfirmed once it has members', async () => {
    const row = { organization: ada.who.organization.id, schema: schema.id, name: 'Guests', slug: 'guests' };
    const [team, grant] = [newId(), newId()];
    await service.database.insert(teams).values({ ...row, id: team, role: 'custom' });
    await service.database.insert(grants).values({
      id: grant,
      schema: schema.id,
      team,
      fieldNames: { __query: true },
      canShareKeys: false,
      canCreateRecords: true,
    });
    await confirmed();
    const path = `${home}teams/${team}/add_member/`;
    expect((await ada.send('POST', path, { id: rita.who.user.id })).status).toBe(204);
    const { unconfirmed } = await ada.access(schema.id);
    expect(unconfirmed).toMatchObject([
      { type: 'member', team, user: rita.who.user.id },
      // Storing takes every key.
      { type: 'grant', id: grant, field_names: null, added: null, can_share_keys: false },
    ]);
    expect((await ada.send('DELETE', `/api/teams/${team}/`)).status).toBe(204);
    await confirmed();
  });
});

describe('a grant', () => {
  it('is signed with every key while its members may store, before it narrows and after it widens', async () => {
    const team = await make();
    const { id, url } = await grantOf(team);
    const keys = (field_names: string[] | null) => ({
      type: 'grant',
      id,
      teams: [team.id],
      field_names,
      can_share_keys: false,
    });
    const before = (await signed()).length;
    await ada.read(Grant, 'PATCH', url, { can_create_records: true });
    // Which fields its members may read changes no key.
    await ada.read(Grant, 'PATCH', url, { field_names: { __query: true, age: true } });
    await ada.read(Grant, 'PATCH', url, { can_create_records: false });
    await ada.read(Grant, 'PATCH', url, { field_names: { __query: true, name: true } });
    expect(await signedSince(before)).toEqual([
      keys(null),
      keys(['__query', 'age']),
      keys(['__query']),
      keys(['__query', 'name']),
    ]);
    await confirmed();
  });

  it('that is added is signed, and signed as empty before it is deleted', async () => {
    const team = await make();
    const before = (await signed()).length;
    const body = { team: team.id, schema: schema.id, field_names: { __query: true, city: true } };
    const added = await ada.read(Grant, 'POST', '/api/grants/', body);
    expect((await ada.send('DELETE', added.url)).status).toBe(204);
    const common = { type: 'grant', id: added.id, teams: [team.id], can_share_keys: false };
    expect(await signedSince(before)).toEqual([
      { ...common, field_names: ['__query', 'city'] },
      { ...common, field_names: [] },
    ]);
    await confirmed();
  });

  it('that comes with the schema is neither deleted nor signed as empty', async () => {
    const before = (await signed()).length;
    const all = await ada.read(z.array(Grant), 'GET', `/api/schemas/${schema.id}/grants/`);
    for (const { url } of all.slice(0, 3)) expect((await ada.send('DELETE', url)).status).toBe(409);
    expect(await signedSince(before)).toEqual([]);
  });
});
