/** Removal from an organization: all access ends immediately, and nothing else changes. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Invitation } from '@cloakroom/contract/invitations.ts';
import type { Identity } from '@cloakroom/contract/identities.ts';
import {
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
import { logged } from '#tests/service/support/stored.ts';
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
const requestsOf = ({ id }: Pick<Identity, 'id'>) =>
  database.select().from(requests).where(eq(requests.identity, id));
const invite = async (email: string, by = world.people.admin) =>
  (await world.call(by, 'POST', `${home}invitations/`, { email })).json<Invitation>();

describe('a member on teams', () => {
  test('is refused from the next call on like an outsider; what they uploaded stays', async () => {
    const { admin, dataOwner } = world.people;
    await world.upload(testSegment({ records: 3 }));
    expect((await remove(admin, dataOwner)).statusCode).toBe(204);
    for (const url of [home, world.schema.url, `/api/records/?schema=${world.schema.id}`, world.manifestUrl])
      expect((await world.call(dataOwner, 'GET', url)).statusCode, url).toBe(404);
    expect((await world.call(dataOwner, 'GET', '/api/organizations/')).json()).toEqual([]);
    expect(await world.total()).toBe(3);
  });

  test('is removed from every team there, and the log has who removed them from which', async () => {
    const { admin, dataOwner } = world.people;
    await world.addTo('requesters', dataOwner);
    const place = await placeOf(dataOwner);
    await remove(admin, dataOwner);
    expect(await teamsOf(dataOwner)).toEqual([]);
    const { id: user, email: name } = dataOwner.user;
    const changes = { name, user, teams: ['Train Data Owners', 'Train Data Requesters'] };
    expect(await logged(service, { object: place! })).toMatchObject([
      { actor: admin.user.id, action: 'delete', model: 'organization_user', changes },
    ]);
  });

  test('loses their requests and the keys that wait for them; what they sealed for others keeps waiting', async () => {
    const { admin, dataOwner, requester } = world.people;
    const [theirs, sealer] = [await deviceOf(service, requester), await deviceOf(service, dataOwner)];
    const asked = (await outstanding(service, dataOwner)).find(({ identity }) => identity === theirs.url)!;
    const sealed = await fulfilled(service, dataOwner, sealer.id, asked.id);
    expect((await requestsOf(sealer)).length).toBeGreaterThan(0);
    await remove(admin, dataOwner);
    expect(await requestsOf(sealer)).toEqual([]);
    const waiting = await world.call(requester, 'GET', '/api/materials/?proofed=false');
    expect(waiting.json()).toMatchObject([{ id: sealed.material.id }]);
    await remove(admin, requester);
    expect(await requestsOf(theirs)).toEqual([]);
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
    const there = async () => (await requestsOf(device)).filter(({ schema }) => schema === other.schema.id);
    const before = await there();
    expect(before).toHaveLength(1);
    await remove(admin, requester);
    expect(await there()).toEqual(before);
    expect(await requestsOf(device)).toEqual(before);
    expect(await teamsOf(requester)).toMatchObject([{ team: other.requesters.id }]);
    expect((await world.call(requester, 'GET', other.schema.url)).statusCode).toBe(200);
    expect((await world.call(requester, 'GET', '/api/identities/')).json()).toMatchObject([
      { id: device.id, revoked: null },
    ]);
  });

  test('returns by another invitation as a plain member, on no team', async () => {
    const { admin, owner } = world.people;
    await world.addTo('owners', admin);
    await remove(owner, admin);
    const { email } = admin.user;
    const { id } = await invite(email, owner);
    expect((await world.call(admin, 'POST', `/api/invitations/${id}/accept/`)).statusCode).toBe(200);
    expect((await world.call(admin, 'GET', world.schema.url)).json()).toMatchObject({
      permissions: { can_search: false, can_share_keys: false },
    });
    expect((await world.call(admin, 'GET', `${home}audit-logs/`)).statusCode).toBe(403);
  });
});

describe('an invited person', () => {
  // Both calls revoke an invitation.
  const places = ['users', 'invitations'] as const;
  const revoke = (id: string, place: (typeof places)[number]) =>
    world.call(world.people.admin, 'DELETE', `${home}${place}/${id}/`);
  const address = () => `${newId().toLowerCase()}@example.org`;
  const lastLink = () => linkIn(service.mails().at(-1));
  const accept = (link = lastLink()) => acceptInvitation(service.app, link);

  test.each(places)(
    'is withdrawn by %s: their link has expired, and they can be invited again',
    async (place) => {
      const email = address();
      const { id } = await invite(email);
      const link = lastLink();
      expect((await revoke(id, place)).statusCode).toBe(204);
      const late = await accept(link);
      expect([late.statusCode, late.json()]).toEqual([400, staleInvitation]);
      expect((await revoke(id, place)).statusCode).toBe(404);
      const ofOrganization = eq(invitations.organization, world.organization);
      expect(await database.select().from(invitations).where(ofOrganization)).toEqual([]);
      await invite(email);
      expect((await accept()).statusCode).toBe(200);
    },
  );

  test('is withdrawn from one organization, and can still join another one', async () => {
    const { outsider } = world.people;
    const email = address();
    const { id } = await invite(email);
    const other = `/api/organizations/${outsider.organization.id}/`;
    await world.call(outsider, 'POST', `${other}invitations/`, { email });
    await revoke(id, 'invitations');
    expect((await accept()).statusCode).toBe(200);
    const [user] = await database.select().from(users).where(eq(users.email, email));
    expect(await placeOf({ user: user! })).toBeUndefined();
    expect(await placeOf({ user: user! }, outsider.organization.id)).toBeDefined();
  });

  test('is not withdrawn after they have accepted', async () => {
    const { id } = await invite(address());
    await accept();
    expect((await revoke(id, 'invitations')).statusCode).toBe(404);
  });

  test.each(places)(
    'is a member or not, never in between, if withdrawn by %s at that moment',
    async (place) => {
      for (let round = 0; round < 10; round++) {
        const email = address();
        const { id } = await invite(email);
        const [user] = await database.select().from(users).where(eq(users.email, email));
        const [removed, accepted] = await Promise.all([revoke(id, place), accept()]);
        const [left] = await database.select().from(users).where(eq(users.email, email));
        expect(left?.isActive ?? false).toBe(accepted.statusCode === 200);
        expect([
          removed.statusCode,
          accepted.statusCode,
          (await placeOf({ user: user! })) !== undefined,
        ]).toEqual(accepted.statusCode === 200 ? [404, 200, true] : [204, 400, false]);
      }
    },
  );
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
      const [added, removed] = await Promise.all([
        world.addTo('requesters', late),
        remove(world.people.admin, late),
      ]);
      expect(added.statusCode).toBeOneOf([204, 404]);
      expect(removed.statusCode).toBe(204);
      expect(await teamsOf(late)).toEqual([]);
    }
  });
});
