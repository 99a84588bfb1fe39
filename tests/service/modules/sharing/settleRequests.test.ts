/** Teams, grants and devices determine which requests exist, no matter which of them changed last. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Request } from '@cloakroom/contract/requests.ts';
import { identities, organizationUsers, requests } from '@cloakroom/service/db/schema.ts';
import { reopenRequests } from '@cloakroom/service/modules/requests/settleRequests.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged } from '#tests/service/support/stored.ts';
import { deviceOf, fulfilled, outstanding } from '#tests/service/support/sharing.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const dayMs = 24 * 3_600_000;
const every = ['__query', 'age', 'name'];

const service = await startService();
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
});
afterAll(() => service.close());

type Which = 'owners' | 'requesters';
const add = (which: Which, who: Someone) => world.addTo(which, who);
const remove = (which: Which, who: Someone) => world.removeFrom(which, who);
const put = (which: Which, who: Someone[]) => {
  const { id, name } = world[which];
  const members = who.map(({ user }) => user.id);
  return world.call(world.people.owner, 'PUT', `${world.home}teams/${id}/`, { name, members });
};
/** The rows of a person's requests, on all their devices. */
const rowsOf = ({ user }: Someone) =>
  service.database
    .select()
    .from(requests)
    .innerJoin(identities, eq(identities.id, requests.identity))
    .where(eq(identities.user, user.id))
    .orderBy(requests.fieldName)
    .then((rows) => rows.map((row) => row.requests));
const asked = async (who: Someone) => (await rowsOf(who)).map(({ fieldName }) => fieldName);
const ask = (who: Someone, identity: string) =>
  world.call(who, 'POST', '/api/requests/', { schema: world.schema.id, identity });
const deny = (id: string) => world.call(world.people.dataOwner, 'POST', `/api/requests/${id}/deny/`, {});

describe('requests open', () => {
  test('for a data owner: one for each field and one to search; for a data requester one to search', async () => {
    const { member, dataOwner } = world.people;
    await deviceOf(service, member);
    await add('requesters', member);
    expect(await asked(member)).toEqual(['__query']);
    await add('owners', member);
    expect(await asked(member)).toEqual(every);
    const [first] = await outstanding(service, dataOwner);
    expect(first).toMatchObject({ user: `/api/users/${member.user.id}/`, fulfilled: null, denied: null });
    expect(Date.parse(first!.expires) - Date.parse(first!.created)).toBe(30 * dayMs);
  });

  test('for each of their active devices', async () => {
    const { member } = world.people;
    const [one, two] = [await deviceOf(service, member), await deviceOf(service, member)];
    const gone = await deviceOf(service, member);
    await world.call(member, 'DELETE', gone.url);
    await put('requesters', [member]);
    const rows = await rowsOf(member);
    expect(new Set(rows.map(({ identity }) => identity))).toEqual(new Set([one.id, two.id]));
    expect(rows).toHaveLength(2);
  });

  test('as soon as the first device of a person on a team appears, in every organization of theirs', async () => {
    const { requester } = world.people;
    const other = await makeWorld(service);
    await service.database
      .insert(organizationUsers)
      .values({ id: newId(), organization: other.organization, user: requester.user.id });
    await other.addTo('owners', requester);
    expect(await asked(requester)).toEqual([]);
    await deviceOf(service, requester);
    expect((await asked(requester)).sort()).toEqual(['__query', ...every]);
  });

  test('once, even if the person is added, saved and added again, by several at once', async () => {
    const { member } = world.people;
    await deviceOf(service, member);
    await Promise.all(Array.from({ length: 10 }, () => add('owners', member)));
    await put('owners', [world.people.dataOwner, member]);
    expect(await asked(member)).toEqual(every);
  });

  test('even if the device is registered at the same moment as the team is saved', async () => {
    for (let round = 0; round < 8; round++) {
      const newcomer = await person(service, { organization: world.organization });
      await Promise.all([deviceOf(service, newcomer), add('requesters', newcomer)]);
      expect(await asked(newcomer)).toEqual(['__query']);
    }
  });

  test('not for the schema’s creator, whose keyring generates its keys', async () => {
    const { owner } = world.people;
    await deviceOf(service, owner);
    await add('owners', owner);
    expect(await asked(owner)).toEqual([]);
  });

  test('not for a person on no team, and not for one who left the organization', async () => {
    const { member, removed } = world.people;
    await deviceOf(service, member);
    await deviceOf(service, removed);
    expect([...(await asked(member)), ...(await asked(removed))]).toEqual([]);
  });

  test('and the change returns how many', async () => {
    const { member } = world.people;
    await deviceOf(service, member);
    await add('owners', member);
    await remove('owners', member);
    const log = await logged(service, { model: 'team', object: world.owners.id });
    expect(log.map(({ changes }) => changes)).toMatchObject([
      { added: [member.user.id], requests_opened: 3 },
      { removed: [member.user.id], requests_closed: 3 },
    ]);
  });
});

describe('requests close, with the keys that wait', () => {
  test('when the person leaves the team, except for what another team still grants', async () => {
    const { member, dataOwner } = world.people;
    const sealer = await deviceOf(service, dataOwner);
    await deviceOf(service, member);
    await add('owners', member);
    await add('requesters', member);
    for (const { id } of await rowsOf(member)) await fulfilled(service, dataOwner, sealer.id, id);
    expect((await world.call(member, 'GET', '/api/materials/')).json()).toHaveLength(3);
    await remove('owners', member);
    expect(await asked(member)).toEqual(['__query']);
    expect((await world.call(member, 'GET', '/api/materials/')).json()).toHaveLength(1);
    await remove('requesters', member);
    expect((await world.call(member, 'GET', '/api/materials/')).json()).toEqual([]);
  });

  test('when the grant is narrowed, at once; and open when it is widened', async () => {
    const { requester } = world.people;
    await deviceOf(service, requester);
    const permitted = async () =>
      (await world.call(requester, 'GET', world.schema.url)).json<{ permissions: { can_decrypt: unknown } }>()
        .permissions.can_decrypt;
    expect(await permitted()).toBe(false);
    expect((await world.nameKeys({ __query: true, age: true })).statusCode).toBe(200);
    expect([await asked(requester), await permitted()]).toEqual([['__query', 'age'], ['age']]);
    await world.nameKeys({ __query: true, name: true });
    expect([await asked(requester), await permitted()]).toEqual([['__query', 'name'], ['name']]);
    await world.nameKeys({ __query: true });
    expect([await asked(requester), await permitted()]).toEqual([['__query'], false]);
  });
});

test('a schema that is redefined, while it is empty, has requests for its new fields only', async () => {
  const { dataOwner, owner } = world.people;
  await deviceOf(service, dataOwner);
  const schema = { type: 'object', properties: { shoe: { type: 'string' }, name: { type: 'string' } } };
  expect((await world.call(owner, 'PATCH', world.schema.url, { schema })).statusCode).toBe(200);
  expect(await asked(dataOwner)).toEqual(['__query', 'name', 'shoe']);
});

describe('requesting again', () => {
  test('what has expired opens a new request, to fulfil for thirty days', async () => {
    const { requester, dataOwner } = world.people;
    const device = await deviceOf(service, requester);
    const [before] = await rowsOf(requester);
    service.later(30 * dayMs);
    expect(await outstanding(service, dataOwner)).toEqual([]);
    const answer = await ask(requester, device.id);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject([{ field_name: '__query', fulfilled: null }]);
    const open = await outstanding(service, dataOwner);
    expect(open.map(({ id }) => id)).not.toContain(before!.id);
    expect(open).toHaveLength(1);
    // While it is outstanding, another call changes nothing.
    expect((await ask(requester, device.id)).json()).toEqual(answer.json());
  });

  test('what was denied does not; adding the person again does', async () => {
    const { requester, dataOwner } = world.people;
    const device = await deviceOf(service, requester);
    const [{ id } = { id: '' }] = await rowsOf(requester);
    expect((await deny(id)).statusCode).toBe(200);
    expect((await ask(requester, device.id)).json<Request[]>()[0]!.denied).not.toBeNull();
    expect(await outstanding(service, dataOwner)).toEqual([]);
    await add('requesters', requester);
    expect(await outstanding(service, dataOwner)).toHaveLength(1);
  });

  test('returns a key that has arrived once and was dropped since', async () => {
    const { requester, dataOwner } = world.people;
    const device = await deviceOf(service, requester);
    const sealer = await deviceOf(service, dataOwner);
    const [row] = await rowsOf(requester);
    const { material, proof } = await fulfilled(service, dataOwner, sealer.id, row!.id);
    // A waiting key is not requested twice.
    expect((await ask(requester, device.id)).json<Request[]>()[0]!.id).toBe(row!.id);
    await world.call(requester, 'POST', `${material.url}proof/`, { proof });
    await world.call(requester, 'POST', `${material.url}acknowledge/`);
    await ask(requester, device.id);
    expect(await rowsOf(requester)).toMatchObject([{ fulfilled: null, received: null }]);
  });

  test('lets the second device of the schema’s creator have its keys', async () => {
    const { owner, dataOwner } = world.people;
    await add('owners', owner);
    const second = await deviceOf(service, owner);
    expect((await ask(owner, second.id)).json<Request[]>()).toHaveLength(3);
    expect(await outstanding(service, dataOwner)).toHaveLength(3);
  });
});

describe('after new keys', () => {
  const renew = (creator: Someone) =>
    service.database.transaction((transaction) =>
      reopenRequests(transaction, world.schema.id, creator.user.id, new Date()),
    );

  test('everyone but their creator gets new requests; old waiting keys are deleted, and denied requests stay denied', async () => {
    const { owner, requester, dataOwner, member } = world.people;
    for (const who of [owner, requester, dataOwner, member]) await deviceOf(service, who);
    await add('owners', owner);
    await add('requesters', member);
    const sealer = await deviceOf(service, dataOwner);
    const [waiting] = await rowsOf(requester);
    await fulfilled(service, dataOwner, sealer.id, waiting!.id);
    const [refused] = await rowsOf(member);
    await deny(refused!.id);
    for (const { id } of await rowsOf(dataOwner))
      await service.database.delete(requests).where(eq(requests.id, id));

    expect(await renew(dataOwner)).toMatchObject({ opened: 4 });
    expect(await asked(owner)).toEqual(every);
    expect(await asked(dataOwner)).toEqual([]);
    expect((await rowsOf(requester)).map(({ id, fulfilled: at }) => [id === waiting!.id, at])).toEqual([
      [false, null],
    ]);
    expect((await world.call(requester, 'GET', '/api/materials/')).json()).toEqual([]);
    expect((await rowsOf(member)).map(({ id }) => id)).toEqual([refused!.id]);
    // From now on the old maker's devices have requests, and the new one's do not.
    await deviceOf(service, owner);
    await deviceOf(service, dataOwner);
    expect([await asked(owner), await asked(dataOwner)].map((names) => names.length)).toEqual([6, 0]);
  });
});
