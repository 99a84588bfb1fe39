/** Organizations: seen only by their people, managed by their admins. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { organizationUsers } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { office, person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged } from '#tests/service/support/stored.ts';
import { caller } from '#tests/service/support/world.ts';

type Member = { id: string; is_admin: boolean; user: { email: string; is_active: boolean } };
const service = await startService();
let owner: Someone;
let admin: Someone;
let member: Someone;
let outsider: Someone;
afterAll(() => service.close());
beforeEach(async () => {
  ({ owner, admin, member, outsider } = await office(service));
});

const call = (who: Someone, method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) =>
  caller(service)(who, method, `/api/organizations/${path}`, body);
const home = () => `${owner.organization.id}/`;
const placeOf = async ({ user }: Someone) =>
  (await service.database.select().from(organizationUsers).where(eq(organizationUsers.user, user.id)))[0]!.id;
const people = async () => (await call(owner, 'GET', `${home()}users/?expand=user`)).json<Member[]>();

test('one’s organizations are listed oldest first, with their total and neighbours', async () => {
  for (const name of ['One', 'Two', 'Three']) await call(owner, 'POST', '', { name });
  const page = await call(owner, 'GET', '?limit=2&offset=1');
  expect(page.json<{ name: string }[]>().map(({ name }) => name)).toEqual(['One', 'Two']);
  expect(page.headers['x-total-count']).toBe('4');
  expect(page.headers.link).toContain('</api/organizations/?limit=2&offset=3>; rel="next"');
});

test('the creator of an organization owns it', async () => {
  const made = await call(member, 'POST', '', { name: 'Mine' });
  expect(made.statusCode).toBe(201);
  expect(made.json()).toMatchObject({
    name: 'Mine',
    owner: { organization_user: { is_admin: true, user: { email: member.user.email } } },
  });
});

test('an organization is found by its id and by its slug', async () => {
  const byId = await call(member, 'GET', home());
  const bySlug = await call(member, 'GET', `by-slug/${owner.organization.slug}/`);
  expect(byId.statusCode).toBe(200);
  expect(bySlug.json()).toEqual(byId.json());
  expect(byId.json<{ organization_users: string[] }>().organization_users).toHaveLength(3);
});

test('an admin renames an organization, with another slug or the same one, and it is logged', async () => {
  for (const slug of [`renamed-${newId().toLowerCase()}`, owner.organization.slug]) {
    const body = { name: 'Renamed', slug, owner: 'ignored' };
    expect((await call(admin, 'PUT', home(), body)).json()).toMatchObject({ name: 'Renamed', slug });
  }
  const entry = { actor: admin.user.id, action: 'update', model: 'organization' };
  const log = await logged(service, { organization: owner.organization.id });
  expect(log).toMatchObject([entry, entry]);
});

test('of two organizations that choose the same slug at the same moment, one gets it and the other gets an error', async () => {
  const slug = `wanted-${newId().toLowerCase()}`;
  const answers = await Promise.all([
    call(owner, 'PUT', home(), { name: 'N', slug }),
    call(outsider, 'PUT', `${outsider.organization.id}/`, { name: 'N', slug }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  answers.push(
    await call(owner, 'PUT', home(), { name: 'N', slug: (await person(service)).organization.slug }),
  );
  const detail = 'This slug is taken. Choose another one.';
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
    expect(answer.json()).toEqual({ detail, errors: { slug: [detail] } });
});

test('a slug that is sent for a new organization is used, and refused if it is taken or reserved', async () => {
  const slug = `chosen-${newId().toLowerCase()}`;
  const make = (rest: object) => call(owner, 'POST', '', { name: 'Chosen', ...rest });
  expect((await make({ slug, is_active: true })).json()).toMatchObject({ slug, is_active: true });
  for (const taken of [slug, 'www']) {
    const refused = await make({ slug: taken });
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ detail: string }>().detail).toContain(
      `An organization with the slug "${taken}" already exists.`,
    );
  }
  expect((await make({ is_active: false })).statusCode).toBe(400);
});

test.each(['www', 'Login', 'API', 'Status', 'Choose Plan', 'Accounts'])(
  'an organization named "%s" doesn’t get that word as its slug',
  async (name) => {
    const made = (await call(owner, 'POST', '', { name })).json<{ slug: string }>();
    expect(made.slug).toMatch(/-([2-9]|[0-9a-f]{8})$/);
  },
);

test.each(['www', 'api', 'admin', 'login', 'billing', 'security'])(
  'no organization can change its slug to "%s"',
  async (slug) => {
    expect((await call(owner, 'PUT', home(), { name: 'N', slug })).statusCode).toBe(400);
  },
);

describe('roles', () => {
  const setAdmin = async (by: Someone, of: Someone, is_admin: boolean) =>
    call(by, 'PATCH', `${home()}users/${await placeOf(of)}/`, { is_admin });

  test('an admin makes other members admins and plain members again', async () => {
    expect((await setAdmin(admin, member, true)).json()).toMatchObject({ is_admin: true });
    expect((await setAdmin(member, admin, false)).json()).toMatchObject({ is_admin: false });
    expect((await setAdmin(admin, member, false)).statusCode).toBe(403);
  });

  test('two admins who demote each other at the same moment leave one of them an admin', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, two] = await Promise.all(
        [1, 2].map(() => person(service, { organization: owner.organization.id, admin: true })),
      );
      const answers = await Promise.all([setAdmin(one!, two!, false), setAdmin(two!, one!, false)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    }
  });
});

describe('people', () => {
  test('are listed in full or as addresses, and none of them can receive keys yet', async () => {
    expect((await people()).map(({ user }) => user.email).sort()).toEqual(
      [owner, admin, member].map(({ user }) => user.email).sort(),
    );
    const plain = await call(member, 'GET', `${home()}users/`);
    expect(plain.json<{ user: string }[]>()[0]!.user).toMatch(/^\/api\/users\/\w+\/$/);
    expect((await call(member, 'GET', `${home()}users/?has_identity=true`)).json()).toEqual([]);
    expect((await call(member, 'GET', `${home()}users/?has_identity=false`)).json()).toHaveLength(3);
  });

  test('are found by their user, as an id or an address, without memberships of others', async () => {
    for (const user of [member.user.id, `/api/users/${member.user.id}/`]) {
      const found = await call(member, 'GET', `${home()}users/?user=${user}`);
      expect(found.json()).toMatchObject([{ id: await placeOf(member), is_admin: false }]);
      expect(found.headers['x-total-count']).toBe('1');
    }
    expect((await call(member, 'GET', `${home()}users/?user=${outsider.user.id}`)).json()).toEqual([]);
  });

  test('are found by e-mail address inside shared organizations only', async () => {
    await call(owner, 'POST', '', { name: 'Private' });
    const find = (by: Someone, email: string) =>
      caller(service)(by, 'GET', `/api/users/by_name/${encodeURIComponent(email)}/`);
    expect((await find(member, owner.user.email.toUpperCase())).json()).toMatchObject({
      id: owner.user.id,
      // Only those that they share with the caller.
      organizations: [`/api/organizations/${owner.organization.id}/`],
    });
    expect((await find(outsider, outsider.user.email)).statusCode).toBe(200);
  });
});
