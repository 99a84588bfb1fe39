/** Removal from an organization: all access ends at once, and nothing else changes. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Invitation } from '@cloakroom/contract/invitations.ts';
import type { Identity } from '@cloakroom/contract/identities.ts';
import {
  auditLog,
  invitations,
  materials,
  organizationUsers,
  requests,
  teamMembers,
  users,
} from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { acceptInvitation, linkIn, staleInvitation } from '#tests/service/support/mailLinks.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { deviceOf, fulfilled, outstanding } from '#tests/service/support/sharing.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
const { database } = service;
let world: World;
let home: string;
beforeEach(async () => {
  world = await makeWorld(service);
  home = `/api/organizations/${world.organization}/`;
});
afterAll(() => service.close());

const placeOf = async ({ user }: Pick<Someone, 'user'>, organization = world.organization) => {
  const theirs = and(eq(organizationUsers.user, user.id), eq(organizationUsers.organization, organization));
  return (await database.select().from(organizationUsers).where(theirs))[0]?.id;
};
const remove = async (by: Someone, who: Pick<Someone, 'user'>) =>
  world.call(by, 'DELETE', `${home}users/${await placeOf(who)}/`);
const teamsOf = ({ user }: Pick<Someone, 'user'>) =>
  database.select().from(teamMembers).where(eq(teamMembers.user, user.id));
const askedFor = ({ id }: Pick<Identity, 'id'>) =>
  database.select().from(requests).where(eq(requests.identity, id));
const add = (who: Someone, team = world.requesters.id) =>
  world.call(world.people.owner, 'POST', `${home}teams/${team}/add_member/`, { id: who.user.id });
const invite = async (email: string) =>
  (await world.call(world.people.admin, 'POST', `${home}invitations/`, { email })).json<Invitation>();

describe('a member on teams', () => {
  test('is refused from the next call on like an outsider; what they uploaded stays', async () => {
    const { admin, dataOwner, owner } = world.people;
    await world.upload(testSegment({ records: 3 }));
    await add(owner, world.owners.id);
    expect((await remove(admin, dataOwner)).statusCode).toBe(204);
    for (const url of [home, world.schema.url, `/api/records/?schema=${world.schema.id}`, world.manifestUrl])
      expect((await world.call(dataOwner, 'GET', url)).statusCode, url).toBe(404);
    expect((await world.call(dataOwner, 'GET', '/api/organizations/')).json()).toEqual([]);
    const stored = `/api/records/?schema=${world.schema.id}&count_only=true`;
    expect((await world.call(owner, 'GET', stored)).json()).toEqual({ count: 3 });
  });

  test('is removed from every team there, and the log has who removed them from which', async () => {
    const { admin, dataOwner } = world.people;
    await add(dataOwner);
    const place = await placeOf(dataOwner);
    await remove(admin, dataOwner);
    expect(await teamsOf(dataOwner)).toEqual([]);
    const log = await database.select().from(auditLog).where(eq(auditLog.object, place!));
    expect(log).toMatchObject([
      {
        actor: admin.user.id,
        action: 'delete',
        model: 'organization_user',
        changes: {
          name: dataOwner.user.email,
          user: dataOwner.user.id,
          teams: ['Train Data Owners', 'Train Data Requesters'],
        },
      },
    ]);
  });

  test('loses their requests and the keys that wait for them; what they sealed for others keeps waiting', async () => {
    const { admin, dataOwner, requester } = world.people;
    const [theirs, sealer] = [await deviceOf(service, requester), await deviceOf(service, dataOwner)];
    const asked = (await outstanding(service, dataOwner)).find(({ identity }) => identity === theirs.url)!;
    const sealed = await fulfilled(service, dataOwner, sealer.id, asked.id);
    expect((await askedFor(sealer)).length).toBeGreaterThan(0);
    await remove(admin, dataOwner);
    expect(await askedFor(sealer)).toEqual([]);
    const waiting = await world.call(requester, 'GET', '/api/materials/?proofed=false');
    expect(waiting.json()).toMatchObject([{ id: sealed.material.id }]);
    await remove(admin, requester);
    expect(await askedFor(theirs)).toEqual([]);
    expect(await database.select().from(materials).where(eq(materials.id, sealed.material.id))).toEqual([]);
  });

  test('keeps their account, their identity, and everything in another organization unchanged', async () => {
    const { admin, requester } = world.people;
    const other = await makeWorld(service);
    const elsewhere = { organization: other.organization, user: requester.user.id };
    await database.insert(organizationUsers).values({ id: newId(), ...elsewhere });
    await database.insert(teamMembers).values({ team: other.requesters.id, user: requester.user.id });
    const device = await deviceOf(service, requester);
    service.later(31 * 24 * 3_600_000);
    const there = async () => (await askedFor(device)).filter(({ schema }) => schema === other.schema.id);
    const before = await there();
    expect(before).toHaveLength(1);
    await remove(admin, requester);
    expect(await there()).toEqual(before);
    expect(await askedFor(device)).toEqual(before);
    expect(await teamsOf(requester)).toMatchObject([{ team: other.requesters.id }]);
    expect((await world.call(requester, 'GET', other.schema.url)).statusCode).toBe(200);
    expect((await world.call(requester, 'GET', '/api/identities/')).json()).toMatchObject([
      { id: device.id, revoked: null },
    ]);
  });

  test('returns by another invitation as a plain member, on no team', async () => {
    const { admin, owner } = world.people;
    await add(admin, world.owners.id);
    await remove(owner, admin);
    const { email } = admin.user;
    const again = await world.call(owner, 'POST', `${home}invitations/`, { email });
    expect(again.statusCode).toBe(201);
    const { id } = again.json<Invitation>();
    expect((await world.call(admin, 'POST', `/api/invitations/${id}/accept/`)).statusCode).toBe(200);
    expect((await world.call(admin, 'GET', world.schema.url)).json()).toMatchObject({
      permissions: { can_search: false, can_share_keys: false },
    });
    expect((await world.call(admin, 'GET', `${home}audit-logs/`)).statusCode).toBe(403);
  });
});

describe('an invited person', () => {
  test('is withdrawn: their link has expired, and the address can be invited again', async () => {
    const email = `${newId().toLowerCase()}@example.org`;
    const { id } = await invite(email);
    const link = linkIn(service.mails().at(-1));
    expect((await world.call(world.people.admin, 'DELETE', `${home}users/${id}/`)).statusCode).toBe(204);
    const late = await acceptInvitation(service.app, link);
    expect([late.statusCode, late.json()]).toEqual([400, staleInvitation]);
    const ofOrganization = eq(invitations.organization, world.organization);
    expect(await database.select().from(invitations).where(ofOrganization)).toEqual([]);
    await invite(email);
    expect((await acceptInvitation(service.app, linkIn(service.mails().at(-1)))).statusCode).toBe(200);
  });

  test('is a member or not, never in between, if they follow the link at that moment', async () => {
    for (let round = 0; round < 10; round++) {
      const email = `${newId().toLowerCase()}@example.org`;
      const { id } = await invite(email);
      const link = linkIn(service.mails().at(-1));
      const [user] = await database.select().from(users).where(eq(users.email, email));
      const [removed, accepted] = await Promise.all([
        world.call(world.people.admin, 'DELETE', `${home}users/${id}/`),
        acceptInvitation(service.app, link),
      ]);
      const [left] = await database.select().from(users).where(eq(users.email, email));
      expect(left?.isActive ?? false).toBe(accepted.statusCode === 200);
      expect([removed.statusCode, (await placeOf({ user: user! })) !== undefined]).toEqual(
        accepted.statusCode === 200 ? [404, true] : [204, false],
      );
    }
  });
});

describe('refuses', () => {
  test('to remove the owner or oneself, with the reason', async () => {
    const { admin, owner, member } = world.people;
    const refused = async (by: Someone, who: Someone) => {
      const answer = await remove(by, who);
      return [answer.statusCode, answer.json<{ detail: string }>().detail];
    };
    const ownerStays = [403, 'The organization’s owner can’t be removed.'];
    expect(await refused(admin, owner)).toEqual(ownerStays);
    expect(await refused(owner, owner)).toEqual(ownerStays);
    expect(await refused(admin, admin)).toEqual([
      403,
      'You can’t be removed by yourself. Ask another admin.',
    ]);
    expect((await remove(member, admin)).statusCode).toBe(403);
    for (const who of [owner, admin, member]) expect(await placeOf(who)).toBeDefined();
  });

  test('to remove a person twice, or from another organization', async () => {
    const { admin, member, outsider } = world.people;
    const url = `${home}users/${await placeOf(member)}/`;
    const foreign = await placeOf(outsider, outsider.organization.id);
    expect((await world.call(admin, 'DELETE', `${home}users/${foreign}/`)).json()).toEqual({
      detail: 'User not found',
    });
    expect((await world.call(outsider, 'DELETE', url)).statusCode).toBe(404);
    expect((await world.call(admin, 'DELETE', url)).statusCode).toBe(204);
    expect((await world.call(admin, 'DELETE', url)).json()).toEqual({ detail: 'User not found' });
  });
});

describe('at the same moment', () => {
  test('two admins who remove each other leave one of them', async () => {
    for (let round = 0; round < 10; round++) {
      const { organization } = world;
      const [one, two] = await Promise.all([1, 2].map(() => person(service, { organization, admin: true })));
      const answers = await Promise.all([remove(one!, two!), remove(two!, one!)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
    }
  });

  test('a person who is removed and added to a team is on none', async () => {
    for (let round = 0; round < 10; round++) {
      const late = await person(service, { organization: world.organization });
      await deviceOf(service, late);
      const [added, removed] = await Promise.all([add(late), remove(world.people.admin, late)]);
      expect(added.statusCode).toBeOneOf([204, 404]);
      expect(removed.statusCode).toBe(204);
      expect(await teamsOf(late)).toEqual([]);
    }
  });
});
