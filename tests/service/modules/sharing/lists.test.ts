/** Who sees which identities, requests and materials. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organizationUsers, teamMembers } from '@cloakroom/service/db/schema.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { identityOf, materialFor, requestFor } from '#tests/service/support/sharing.ts';
import { makeWorld } from '#tests/service/support/world.ts';

const service = await startService();
const world = await makeWorld(service);
/** The requester's identity, and the data owner's. */
const asking = await identityOf(service, world.people.requester);
const sealing = await identityOf(service, world.people.dataOwner);
afterAll(() => service.close());

/** One page of a list, and its total. */
async function listed(who: Someone, path: string) {
  const answer = await world.call(who, 'GET', `/api/${path}`);
  expect(answer.statusCode).toBe(200);
  return { items: answer.json<{ id: string }[]>(), total: Number(answer.headers['x-total-count']) };
}
const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

/** Expects a list without the objects of an outsider's organization, also in the body. */
async function seesNothing(who: Someone, path: string): Promise<void> {
  expect(await listed(who, path)).toEqual({ items: [], total: 0 });
}

describe('identities', () => {
  test('are the caller’s own, in pages', async () => {
    const someone = await person(service, { organization: world.organization });
    const made = [await identityOf(service, someone), await identityOf(service, someone)];
    expect(new Set(ids(await listed(someone, 'identities/')))).toEqual(new Set(made));
    const page = await listed(someone, 'identities/?limit=1&offset=1');
    expect(page.items).toHaveLength(1);
    expect(page.total).toBe(2);
    expect(page.items[0]).toMatchObject({ user: `/api/users/${someone.user.id}/` });
  });

  test('show the person if requested', async () => {
    const { items } = await listed(world.people.requester, 'identities/?expand=user');
    expect(items[0]).toMatchObject({ id: asking, user: { email: world.people.requester.user.email } });
  });
});

describe('requests', () => {
  let request: string;
  beforeAll(async () => {
    request = await requestFor(service, { identity: asking, schema: world.schema.id });
  });

  test('reject the expansion of members that are not references, and name those that are', async () => {
    const path = '/api/requests/?expand=identity,schemas';
    const answer = await world.call(world.people.dataOwner, 'GET', path);
    expect(answer.statusCode).toBe(400);
    const message = `"schemas" can't be expanded. Choose from: user, schema, identity, identity.user.`;
    expect(answer.json()).toMatchObject({ errors: { expand: [message] } });
  });

  test('show schema, requestor and identity if requested, otherwise addresses', async () => {
    const { dataOwner, requester } = world.people;
    const full = await listed(dataOwner, 'requests/?shared=false&expand=user,schema,identity.user');
    const email = requester.user.email;
    expect(full.items[0]).toMatchObject({
      field_name: '__query',
      fulfilled: null,
      user: { email },
      schema: { name: 'Train', permissions: { can_share_keys: true } },
      identity: { id: asking, sub_public_key: `receives-${asking}`, user: { email } },
    });
    const plain = await listed(dataOwner, 'requests/');
    expect(plain.items[0]).toMatchObject({
      user: `/api/users/${requester.user.id}/`,
      schema: world.schema.url,
      identity: `/api/identities/${asking}/`,
    });
  });

  test('are outstanding until they are fulfilled or expire', async () => {
    const { dataOwner } = world.people;
    const of = { identity: asking, schema: world.schema.id };
    const done = await requestFor(service, { ...of, fieldName: 'name', fulfilled: new Date() });
    const late = await requestFor(service, { ...of, fieldName: 'age', expires: new Date(0) });
    expect(ids(await listed(dataOwner, 'requests/?shared=false'))).toEqual([request]);
    expect(ids(await listed(dataOwner, 'requests/?shared=true'))).toEqual([done]);
    expect(new Set(ids(await listed(dataOwner, 'requests/')))).toEqual(new Set([request, done, late]));
  });

  test('of a person who left the organization can no longer be fulfilled', async () => {
    const leaver = await person(service, { organization: world.organization });
    const identity = await identityOf(service, leaver);
    const theirs = await requestFor(service, { identity, schema: world.schema.id });
    expect(ids(await listed(world.people.dataOwner, 'requests/?shared=false'))).toContain(theirs);
    await service.database.delete(organizationUsers).where(eq(organizationUsers.user, leaver.user.id));
    expect(ids(await listed(world.people.dataOwner, 'requests/?shared=false'))).not.toContain(theirs);
  });

  test('of another organization stay there, although the same person has requests in both', async () => {
    const other = await makeWorld(service);
    await service.database
      .insert(teamMembers)
      .values({ team: other.owners.id, user: world.people.dataOwner.user.id });
    const there = await requestFor(service, { identity: asking, schema: other.schema.id });
    // On a team, but of an organization that neither of them belongs to.
    expect(ids(await listed(world.people.dataOwner, 'requests/'))).not.toContain(there);
    await seesNothing(other.people.dataOwner, 'requests/');
  });
});

describe('materials', () => {
  let waiting: string;
  let received: string;
  beforeAll(async () => {
    const of = { identity: asking, schema: world.schema.id };
    const one = await requestFor(service, { ...of, fieldName: 'one' });
    const two = await requestFor(service, { ...of, fieldName: 'two' });
    waiting = await materialFor(service, { request: one, uploadedBy: sealing });
    received = await materialFor(service, { request: two, uploadedBy: sealing, proofed: new Date() });
  });

  test('are listed as received or not', async () => {
    expect(ids(await listed(world.people.requester, 'materials/?proofed=false'))).toEqual([waiting]);
    expect(ids(await listed(world.people.requester, 'materials/?proofed=true'))).toEqual([received]);
    expect((await listed(world.people.requester, 'materials/?limit=1')).total).toBe(2);
  });

  test('show their request and their sender, and never the sender’s proof', async () => {
    const expand = 'request.user,request.schema,uploaded_by.user';
    const { items } = await listed(world.people.requester, `materials/?proofed=false&expand=${expand}`);
    expect(items[0]).toMatchObject({
      payload: 'sealed',
      signature: 'signed',
      request: {
        field_name: 'one',
        user: { email: world.people.requester.user.email },
        schema: { name: 'Train' },
      },
      uploaded_by: { id: sealing, user: { email: world.people.dataOwner.user.email } },
    });
    expect(JSON.stringify(items)).not.toContain('proof');
    const plain = await listed(world.people.requester, 'materials/?proofed=false');
    expect(plain.items[0]).toMatchObject({ uploaded_by: `/api/identities/${sealing}/` });
  });

  test('are not shown to a person who left the organization', async () => {
    const leaver = await person(service, { organization: world.organization });
    const identity = await identityOf(service, leaver);
    const request = await requestFor(service, { identity, schema: world.schema.id });
    const material = await materialFor(service, { request, uploadedBy: sealing });
    expect(ids(await listed(leaver, 'materials/'))).toEqual([material]);
    await service.database.delete(organizationUsers).where(eq(organizationUsers.user, leaver.user.id));
    await seesNothing(leaver, 'materials/');
  });
});
