/**
 * A schema's access log at the service: stored, continued by several owners, and refused if it differs from what was
 * seen.
 */
import { and, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AccessEntry, SchemaAccess } from '@cloakroom/contract/accessLog.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { accessLog } from '@cloakroom/service/db/schema.ts';
import { liarBefore } from '#tests/law/support/liar.ts';
import { relay } from '#tests/proxy/support/relay.ts';
import { startBeside, startProxy } from '#tests/proxy/support/proxy.ts';
import { deviceOf, startOrganization, wordsOf, type Device } from '#tests/proxy/sharing/support.ts';

const world = await startOrganization();
const { ada } = world;
const { database } = world.service;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(() => ada.identity());
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await world.close();
});

const log = (schema: Schema) =>
  ada.read(z.array(AccessEntry), 'GET', `/api/schemas/${schema.id}/access-log/?limit=1000`);
const rowsOf = (schema: Schema) =>
  database.select().from(accessLog).where(eq(accessLog.schema, schema.id)).orderBy(accessLog.number);
/** Another owner who has the keys. */
async function owner(schema: Schema): Promise<Device> {
  const device = await world.newcomer();
  await device.identity();
  await ada.admit(schema, 'owners', device.who);
  await ada.compareAndFulfilAll();
  await device.compareAndReceiveAll();
  return device;
}

/** A proxy with a person's keyring that has seen no log. */
async function withoutMemory({ proxy, who }: Device, at = world.service.url): Promise<Device> {
  const started = await startBeside(at, proxy);
  closing.push(() => started.close());
  return deviceOf(started, who);
}

it('a new schema’s log is begun by its creator, who is its only owner', async () => {
  const schema = await ada.people('New');
  const [entry, ...more] = await log(schema);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    format: 1,
    number: 1,
    previous: '',
    change: {
      type: 'begin',
      generation: 1,
      teams: [{ members: [ada.who.user.id] }, { members: [] }, { members: [] }],
      grants: [
        { field_names: null, can_share_keys: true },
        { field_names: ['__query'], can_share_keys: false },
        { field_names: null, can_share_keys: false },
      ],
    },
  });
  const state = await ada.access(schema.id);
  expect(state).toMatchObject({ state: 'accepted', may_sign: true, notice: false, unconfirmed: [] });
  expect(state.people).toMatchObject([{ user: ada.who.user.id, owner: true, devices: [{ compared: true }] }]);
});

describe('a log that was seen', () => {
  let schema: Schema;
  let seenRows: (typeof accessLog.$inferSelect)[];
  beforeAll(async () => {
    schema = await ada.people('Seen');
    await owner(schema);
    seenRows = await rowsOf(schema);
    expect(seenRows.length).toBeGreaterThan(2);
  });
  beforeEach(async () => {
    await database.delete(accessLog).where(eq(accessLog.schema, schema.id));
    await database.insert(accessLog).values(seenRows);
  });

  it('is refused by name if it is shorter than before, or gone', async () => {
    const shown = (count: number) => (entries: AccessEntry[]) => entries.slice(0, count);
    const call = `GET /api/schemas/${schema.id}/access-log/`;
    const liar = await liarBefore(world.service.url);
    closing.push(() => liar.close());
    const freshAda = await withoutMemory(ada, liar.url);
    expect((await freshAda.access(schema.id)).state).toBe('accepted');
    for (const [count, says] of [
      [1, 'went back from entry'],
      [0, 'is gone'],
    ] as const) {
      liar.reset();
      // From this offset on, pages are empty.
      let asked = 0;
      liar.lie(call, (entries: AccessEntry[]) => (asked++ % 2 ? shown(count)(entries) : []));
      expect(await freshAda.access(schema.id)).toMatchObject({ state: 'refused', detail: expect.stringContaining(says) as string }); // prettier-ignore
    }
    liar.reset();
    liar.lie(call, () => []);
    const bea = await world.newcomer();
    await bea.identity();
    await ada.admit(schema, 'owners', bea.who);
    const { request } = await freshAda.askedBy(bea.who);
    await expect(freshAda.fulfil(request)).rejects.toThrow('is gone');
    await ada.dismiss(schema, 'owners', bea.who);
  });

  it('is refused if the service has lost its end, as after a restored backup, until an owner completes it', async () => {
    const rita = await world.newcomer();
    await rita.identity();
    await ada.admit(schema, 'requesters', rita.who);
    await ada.compareAndFulfilAll();
    await rita.compareAndReceiveAll();
    const whole = await rowsOf(schema);
    for (const lost of [1, 0]) {
      await database
        .delete(accessLog)
        .where(and(eq(accessLog.schema, schema.id), gt(accessLog.number, lost)));
      expect(await rita.access(schema.id)).toMatchObject({ state: 'refused' });
      expect((await ada.access(schema.id)).state).toBe('accepted');
      expect((await rowsOf(schema)).map(({ hash }) => hash)).toEqual(whole.map(({ hash }) => hash));
      expect((await rita.access(schema.id)).state).toBe('accepted');
    }
    seenRows = whole;
  });

  it('is accepted if another owner sends the lost entries and a new one between two calls', async () => {
    const liar = await liarBefore(world.service.url);
    closing.push(() => liar.close());
    const freshAda = await withoutMemory(ada, liar.url);
    expect((await freshAda.access(schema.id)).state).toBe('accepted');
    await owner(schema);
    let asked = 0;
    liar.lie(`GET /api/schemas/${schema.id}/access-log/`, (entries: AccessEntry[]) =>
      asked++ ? entries : [],
    );
    expect((await freshAda.access(schema.id)).state).toBe('accepted');
    expect(asked).toBeGreaterThan(1);
    seenRows = await rowsOf(schema);
  });

  it('is refused by name if it was rewritten, in the middle or at its end', async () => {
    for (const at of [1, seenRows.length - 1]) {
      const row = seenRows[at]!;
      const body = row.body.replace(/"time":"\d{4}/, '"time":"2020');
      await database
        .update(accessLog)
        .set({ body })
        .where(and(eq(accessLog.schema, schema.id), eq(accessLog.number, row.number)));
      const fresh = await withoutMemory(ada);
      expect((await fresh.access(schema.id)).detail).toMatch(/was not signed by|does not follow/);
    }
    const { detail } = await ada.access(schema.id);
    expect(detail).toMatch(/is another one than this proxy has seen/);
  });

  it('is refused by name if another branch of it is shown', async () => {
    const removed = seenRows.at(-1)!;
    await database
      .delete(accessLog)
      .where(and(eq(accessLog.schema, schema.id), eq(accessLog.number, removed.number)));
    // The owner's own keyring, at a proxy that has not seen the last entry, signs another one in its place.
    const elsewhere = await withoutMemory(ada);
    await elsewhere.admit(schema, 'requesters', (await world.newcomer()).who);
    expect((await rowsOf(schema)).length).toBe(seenRows.length);
    expect(await ada.access(schema.id)).toMatchObject({
      state: 'refused',
      detail: expect.stringContaining('is another one than this proxy has seen') as string,
    });
  });

  it('is accepted again once it is restored', async () => {
    expect((await ada.access(schema.id)).state).toBe('accepted');
  });
});

it('keeps the entries of two owners who sign at once', async () => {
  const schema = await ada.people('At once');
  const grace = await owner(schema);
  const people = await Promise.all(Array.from({ length: 6 }, () => world.join()));
  await Promise.all(
    people.map((who, i) => (i % 2 ? ada : grace).admit(schema, i < 3 ? 'owners' : 'requesters', who)),
  );
  const state = await ada.access(schema.id);
  expect(state).toMatchObject({ state: 'accepted', unconfirmed: [] });
  for (const { user } of people) expect(state.people.map((one) => one.user)).toContain(user.id);
  const entries = await log(schema);
  expect(entries.map(({ number }) => number)).toEqual(entries.map((_, at) => at + 1));
  expect(new Set(entries.map(({ signer }) => signer.user)).size).toBe(2);
  expect((await grace.access(schema.id)).unconfirmed).toEqual([]);
});

it('shows a change that was never signed as unconfirmed, gives no key for it, and lets an owner confirm it', async () => {
  const wire = await relay(world.service.url);
  closing.push(() => wire.cut());
  const freshAda = await withoutMemory(ada, wire.url);
  const schema = await ada.people('Cut');
  const bea = await world.newcomer();
  await bea.identity();
  const lost = wire.loseAnswerTo('/add_member/');
  await expect(freshAda.admit(schema, 'owners', bea.who)).rejects.toMatchObject({ status: 503 });
  await lost;
  const { unconfirmed } = await ada.access(schema.id);
  expect(unconfirmed).toMatchObject([{ type: 'member', user: bea.who.user.id }]);
  const { request, identity } = await ada.askedBy(bea.who);
  await expect(ada.fulfil(request, wordsOf(identity))).rejects.toThrow('no owner has signed that');
  const team = await ada.teamOf(schema, 'owners');
  await ada.read(SchemaAccess, 'POST', `/api/schemas/${schema.id}/access/confirm/`, {
    type: 'member',
    team: team.id,
    user: bea.who.user.id,
  });
  await ada.fulfil(request, wordsOf(identity));
});

it('signs a removal before the service is called: an interruption leaves no removed person with a key', async () => {
  const wire = await relay(world.service.url);
  closing.push(() => wire.cut());
  const freshAda = await withoutMemory(ada, wire.url);
  const schema = await ada.people('Cut removal');
  const eve = await owner(schema);
  const team = await ada.teamOf(schema, 'owners');
  const lost = wire.loseAnswerTo('/access-log/ ');
  const path = `/api/organizations/${ada.who.organization.id}/teams/${team.id}/remove_member/`;
  await freshAda.send('POST', path, { id: eve.who.user.id });
  await lost;
  const { people } = await ada.access(schema.id);
  const members = (await ada.teamOf(schema, 'owners')).members;
  const isSigned = !people.some(({ user }) => user === eve.who.user.id);
  const isRemoved = !members.includes(eve.who.user.id);
  expect(isSigned || !isRemoved).toBe(true);
});

describe('a schema that was shared before there were logs', () => {
  let schema: Schema;
  let grace: Device;
  beforeAll(async () => {
    schema = await ada.people('Old');
    grace = await owner(schema);
    await database.delete(accessLog).where(eq(accessLog.schema, schema.id));
  });

  it('is begun by an owner’s visit from the lists as they are, with a notice that is shown once', async () => {
    const freshAda = await withoutMemory(ada);
    await freshAda.send('GET', `/api/schemas/${schema.id}/`);
    const state = await freshAda.access(schema.id);
    expect(state).toMatchObject({ state: 'accepted', notice: true, may_sign: true, unconfirmed: [] });
    expect(state.people.map(({ user }) => user).sort()).toEqual([ada.who.user.id, grace.who.user.id].sort());
    expect(state.people.flatMap(({ devices }) => devices)).toHaveLength(2);
    await freshAda.read(z.null(), 'POST', `/api/schemas/${schema.id}/access/noticed/`);
    expect((await freshAda.access(schema.id)).notice).toBe(false);
  });

  it('is accepted by an owner who knows its creator, and keeps working', async () => {
    const hers = await withoutMemory(grace);
    // The known owners are stored in the same folder.
    expect(await hers.access(schema.id)).toMatchObject({
      state: 'unconfirmed',
      begun: { name: 'Ada Byron' },
    });
    const words = wordsOf(await ada.identity());
    const trust = (words: string) =>
      hers.read(SchemaAccess, 'POST', `/api/schemas/${schema.id}/access/trust/`, { words });
    await expect(trust(wordsOf(await grace.identity()))).rejects.toThrow('not the fingerprint');
    expect(await trust(words)).toMatchObject({ state: 'accepted', may_sign: true });
    expect((await hers.search({ schema: schema.id })).total).toBe(0);
    await hers.admit(schema, 'requesters', (await world.newcomer()).who);
    expect((await hers.access(schema.id)).unconfirmed).toEqual([]);
  });
});

it('a person’s new keyring from their 24 words verifies earlier signatures and signs further entries', async () => {
  const schema = await ada.people('Restored');
  const phrase = z.object({ words: z.array(z.string()) });
  const { words } = await ada.read(phrase, 'POST', '/api/keyring/phrase/');
  const started = await startProxy(world.service.url);
  closing.push(() => started.close());
  const fresh = deviceOf(started, ada.who);
  await fresh.read(z.unknown(), 'POST', '/api/keyring/restore/', { words: words.join(' ') });
  const bea = await world.newcomer();
  await bea.identity();
  await fresh.admit(schema, 'owners', bea.who);
  expect(await fresh.compareAndFulfilAll()).toHaveLength(4);
  expect(
    (await ada.access(schema.id)).people.find(({ user }) => user === ada.who.user.id)!.devices,
  ).toHaveLength(2);
  expect(await bea.compareAndReceiveAll()).toHaveLength(4);
});
