/**
 * If the service changes who may have keys, a change that no owner signed gives access to no key: not singly, not in bulk
 * and not by a rotation.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { Team } from '@cloakroom/contract/teams.ts';
import { receivingPair } from '@cloakroom/proxy/crypto/hpke.ts';
import { signingPair } from '@cloakroom/proxy/crypto/sign.ts';
import { grants, identities, teamMembers } from '@cloakroom/service/db/schema.ts';
import { startOrganization, wordsOf, type Device } from '#tests/proxy/sharing/support.ts';

const world = await startOrganization();
const { ada } = world;
const { database } = world.service;
beforeAll(() => ada.identity());
afterAll(() => world.close());

const teamOf = async (schema: Schema, role: Team['role']) =>
  (await ada.read(z.array(Team), 'GET', `/api/schemas/${schema.id}/teams/`)).find(
    (team) => team.role === role,
  )!;
const changeTeam = async (schema: Schema, role: Team['role'], verb: string, { who }: Device) =>
  ada.read(
    z.null(),
    'POST',
    `/api/organizations/${ada.who.organization.id}/teams/${(await teamOf(schema, role)).id}/${verb}/`,
    { id: who.user.id },
  );
const rotate = (schema: Schema) => ada.read(Schema, 'POST', `/api/schemas/${schema.id}/rotate/`);
async function member(): Promise<Device> {
  const device = await world.newcomer();
  await device.identity();
  return device;
}

describe('a removed member whom the service adds again', () => {
  let schema: Schema;
  let [bea, eve]: Device[] = [];
  beforeAll(async () => {
    schema = await ada.people('Rotated');
    [bea, eve] = [await member(), await member()];
    for (const device of [bea, eve]) await ada.admit(schema, 'owners', device.who);
    await ada.compareAndFulfilAll();
    for (const device of [bea, eve]) await device.compareAndReceiveAll();
    await changeTeam(schema, 'owners', 'remove_member', eve);
    const team = (await teamOf(schema, 'owners')).id;
    await database.insert(teamMembers).values({ team, user: eve.who.user.id });
  });

  test('gets no key of the next generation by a rotation, while the others do', async () => {
    expect((await rotate(schema)).generation).toBe(2);
    expect(await eve!.waiting()).toEqual([]);
    expect(await bea!.receiveAll()).toHaveLength(4);
    expect((await bea!.access(schema.id)).state).toBe('accepted');
  });

  test('gets no key singly or in bulk, and is shown as unconfirmed', async () => {
    const { request } = await ada.askedBy(eve!.who);
    await expect(ada.fulfilAll()).rejects.toThrow('no owner has signed that');
    await expect(ada.fulfil(request)).rejects.toThrow('no owner has signed that');
    expect(await eve!.waiting()).toEqual([]);
    const { unconfirmed, people } = await ada.access(schema.id);
    expect(unconfirmed).toEqual([
      expect.objectContaining({ type: 'member', user: eve!.who.user.id, fields: null, can_share_keys: true }),
    ]);
    expect(people.map(({ user }) => user)).not.toContain(eve!.who.user.id);
  });

  test('cannot confirm herself, and her proxy fulfills no requests', async () => {
    const { request } = await ada.askedBy(eve!.who);
    await expect(eve!.fulfil(request)).rejects.toMatchObject({ status: 422 });
    await expect(
      eve!.read(z.unknown(), 'POST', `/api/schemas/${schema.id}/access/confirm/`, {
        type: 'member',
        team: (await teamOf(schema, 'owners')).id,
        user: eve!.who.user.id,
      }),
    ).rejects.toThrow('has signed that you may share its keys');
  });

  test('gets the keys once an owner has confirmed her by name', async () => {
    const team = (await teamOf(schema, 'owners')).id;
    const body = { type: 'member', team, user: eve!.who.user.id };
    await ada.read(z.unknown(), 'POST', `/api/schemas/${schema.id}/access/confirm/`, body);
    expect((await ada.access(schema.id)).unconfirmed).toEqual([]);
    expect(await ada.fulfilAll()).toHaveLength(4);
    expect(await eve!.receiveAll()).toHaveLength(4);
  });
});

describe('a person whom an admin without keys removed, and whom the service adds again after a rotation', () => {
  test('gets no key, because the rotation has signed the removal', async () => {
    const schema = await ada.people('Left');
    const eve = await member();
    await ada.admit(schema, 'owners', eve.who);
    await ada.compareAndFulfilAll();
    await eve.compareAndReceiveAll();
    const team = (await teamOf(schema, 'owners')).id;
    const membership = sql`${teamMembers.team} = ${team} and ${teamMembers.user} = ${eve.who.user.id}`;
    await database.delete(teamMembers).where(membership);
    await rotate(schema);
    await database.insert(teamMembers).values({ team, user: eve.who.user.id });
    const { id } = await eve.identity();
    await eve.send('POST', '/api/requests/', { schema: schema.id, identity: id });
    const { request } = await ada.askedBy(eve.who);
    await expect(ada.fulfil(request)).rejects.toThrow('no owner has signed that');
    expect(await eve.waiting()).toEqual([]);
  });
});

describe('a grant that the service widens', () => {
  let schema: Schema;
  let rita: Device;
  beforeAll(async () => {
    schema = await ada.people('Widened');
    rita = await member();
    await ada.admit(schema, 'requesters', rita.who);
    await ada.compareAndFulfilAll();
    await rita.compareAndReceiveAll();
    const { id } = await rita.identity();
    await database
      .update(grants)
      .set({ fieldNames: { __query: true, name: true } })
      .where(sql`${eq(grants.schema, schema.id)} and field_names is not null`);
    await rita.send('POST', '/api/requests/', { schema: schema.id, identity: id });
  });

  test('gives access to no field’s key, singly or in bulk', async () => {
    const { request } = await ada.askedBy(rita.who, 'name');
    await expect(ada.fulfil(request)).rejects.toThrow(
      /key of \\"name\\" of \\"Widened\\", and no owner has signed that/,
    );
    const sealed = await ada.fulfilAll().catch(() => []);
    const asked = (await ada.outstanding()).map(({ field_name }) => field_name);
    expect(asked).toContain('name');
    expect(sealed.length).toBeLessThanOrEqual(1);
    expect((await rita.receiveAll()).map(({ field_name }) => field_name)).not.toContain('name');
  });

  test('is shown with its effect, and takes effect once an owner has confirmed it', async () => {
    const [shown] = (await ada.access(schema.id)).unconfirmed;
    expect(shown).toMatchObject({ type: 'grant', added: ['name'], can_share_keys: false });
    if (shown?.type !== 'grant') throw new Error('No grant is unconfirmed.');
    const { id, teams, field_names, can_share_keys } = shown;
    const body = { type: 'grant', id, teams, field_names, can_share_keys };
    await ada.read(z.unknown(), 'POST', `/api/schemas/${schema.id}/access/confirm/`, body);
    await ada.fulfilAll();
    expect((await rita.receiveAll()).map(({ field_name }) => field_name)).toContain('name');
  });

  test('does not let unauthorized people share keys', async () => {
    await database
      .update(grants)
      .set({ canShareKeys: true })
      .where(sql`${eq(grants.schema, schema.id)} and field_names is not null`);
    const bea = await member();
    await ada.admit(schema, 'requesters', bea.who);
    const { request, identity } = await rita.askedBy(bea.who, '__query');
    await expect(rita.fulfil(request, wordsOf(identity))).rejects.toThrow('No owner of');
  });
});

describe('a newcomer whose keys the service replaces with its own', () => {
  const replacedKeys = () => ({
    primaryPublicKey: signingPair().publicKey.toString('hex'),
    subPublicKey: receivingPair().publicKey.toString('hex'),
  });

  test('gets nothing in bulk, nor singly without a comparison; the true words are rejected for the replaced keys', async () => {
    const schema = await ada.people('Swapped');
    const hedy = await world.newcomer();
    const identity = await hedy.identity();
    await ada.admit(schema, 'owners', hedy.who);
    const { request } = await ada.askedBy(hedy.who);
    await database.update(identities).set(replacedKeys()).where(eq(identities.id, identity.id));
    await expect(ada.fulfilAll()).rejects.toThrow('No device of');
    await expect(ada.fulfil(request)).rejects.toThrow('No device of');
    await expect(ada.fulfil(request, wordsOf(identity))).rejects.toThrow('not the fingerprint');
    const { identity: swapped } = await ada.askedBy(hedy.who);
    expect(wordsOf(swapped)).not.toBe(wordsOf(identity));
    expect(await ada.outstanding()).not.toEqual([]);
    expect((await ada.access(schema.id)).people.map(({ user }) => user)).toContain(hedy.who.user.id);
  });

  test('is recorded as not compared if a person skips the comparison, and can be compared later', async () => {
    const schema = await ada.people('Uncompared');
    const hedy = await world.newcomer();
    const identity = await hedy.identity();
    await ada.admit(schema, 'owners', hedy.who);
    const { request } = await ada.askedBy(hedy.who);
    await ada.read(z.unknown(), 'POST', `/api/requests/${request}/fulfill/`, { without_comparing: true });
    expect(await ada.fulfilAll()).toHaveLength(3);
    const devices = async (by = ada) =>
      (await by.access(schema.id)).people.find(({ user }) => user === hedy.who.user.id)!.devices;
    expect(await devices()).toMatchObject([{ compared: false, signs: identity.primary_public_key }]);
    await hedy.compareAndReceiveAll();
    const { primary_public_key: signs, sub_public_key: receives } = identity;
    const device = { user: hedy.who.user.id, signs, receives };
    const compare = (words: string) =>
      ada.read(z.unknown(), 'POST', `/api/schemas/${schema.id}/access/compare/`, { ...device, words });
    await expect(compare(wordsOf(await ada.identity()))).rejects.toThrow('not the fingerprint');
    await compare(wordsOf(identity));
    expect(await devices()).toMatchObject([{ compared: true }]);
    expect(await devices(hedy)).toMatchObject([{ compared: true }]);
  });

  test('cannot introduce another device without a comparison once one is known', async () => {
    const schema = await ada.people('Second device');
    const hedy = await world.newcomer();
    const identity = await hedy.identity();
    await ada.admit(schema, 'owners', hedy.who);
    await ada.compareAndFulfilAll();
    await database.update(identities).set(replacedKeys()).where(eq(identities.id, identity.id));
    await hedy.send('POST', '/api/requests/', { schema: schema.id, identity: identity.id });
    await rotate(schema);
    const { request } = await ada.askedBy(hedy.who);
    const body = { without_comparing: true };
    await expect(ada.read(z.unknown(), 'POST', `/api/requests/${request}/fulfill/`, body)).rejects.toThrow(
      'another identity than the one you know',
    );
  });
});
