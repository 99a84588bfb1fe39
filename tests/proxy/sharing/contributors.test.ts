/** Data contributors: they seal and store records, search, and read nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { Manifest } from '@cloakroom/contract/segments.ts';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { decodeGroupsAnswer } from '@cloakroom/wire/groupsAnswer.ts';
import { decodeGroup } from '@cloakroom/wire/recordGroup.ts';
import { readGroupReference } from '@cloakroom/wire/groupReference.ts';
import { readRecordId } from '@cloakroom/wire/shortId.ts';
import { startOrganization, rows, type Device } from './support.ts';

const world = await startOrganization();
const { ada, service } = world;
const schema = await ada.people();
let carl: Device;
beforeAll(async () => {
  await ada.identity();
  expect(await ada.uploaded(schema.id, rows, 'text/csv')).toMatchObject({ status: 'complete' });
  carl = await world.newcomer();
  await carl.identity();
  await ada.admit(schema, 'contributors', carl.who);
});
afterAll(() => world.close());

/** A call of the service itself, as a program of the contributor's own would make it. */
const atService = (who: Device, method: string, path: string, body?: unknown) =>
  fetch(service.url + path, {
    method,
    headers: { ...who.who.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe('a data contributor', () => {
  test('is signed for every key, and gets every key, because sealing takes them', async () => {
    const { people, unconfirmed } = await ada.access(schema.id);
    expect(unconfirmed).toEqual([]);
    expect(people.map(({ user, owner }) => [user, owner])).toContainEqual([carl.who.user.id, false]);
    expect(await ada.compareAndFulfilAll()).toHaveLength(4);
    await carl.compareAndReceiveAll();
    const { permissions } = await carl.read(Schema, 'GET', schema.url);
    expect(permissions).toEqual({
      can_search: true,
      can_upload: true,
      can_decrypt: false,
      can_share_keys: false,
    });
  });

  test('stores records that data owners read', async () => {
    const stored = await carl.uploaded(schema.id, 'name,age,city\nCarl,44,Bonn', 'text/csv');
    expect(stored).toMatchObject({ status: 'complete' });
    const { records } = await ada.search({ schema: schema.id, filters: [{ label: 'name', value: 'Carl' }] });
    expect((await ada.decrypt(records))[0]?.data).toEqual({ name: 'Carl', age: 44, city: 'Bonn' });
  });

  test('searches and counts all records, and opens none, not even the own ones', async () => {
    const { records, total } = await carl.search({ schema: schema.id });
    expect(total).toBe(4);
    const refused = await carl.send('POST', '/api/records/decrypt/', records);
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('You do not have permission to decrypt these records.'),
    ]);
  });

  test('gets no sealed value from the service, by any of its calls', async () => {
    const { records } = await ada.search({ schema: schema.id });
    const { upload, number } = readRecordId(records[0]!.id);
    const uploadId = Buffer.from(upload).toString('hex');
    const answers = [
      await atService(carl, 'GET', `/api/records/?schema=${schema.id}`),
      await atService(carl, 'GET', `/api/records/${records[0]!.id}/`),
      await atService(carl, 'POST', '/api/records/read/', {
        schema: schema.id,
        records: [[uploadId, number]],
      }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      for (const { data } of [(await answer.json()) as SealedRecord | SealedRecord[]].flat()) {
        expect(Object.keys(data).sort()).toEqual(['age', 'city', 'name']);
        for (const value of Object.values(data))
          expect([...readGroupReference(value).sample].every((byte) => byte === 0)).toBe(true);
      }
    }
    const fieldsFor = async (who: Device) => {
      const body = { schema: schema.id, groups: [[uploadId, 0]] };
      const answer = await atService(who, 'POST', '/api/groups/read/', body);
      const { groups } = decodeGroupsAnswer(new Uint8Array(await answer.arrayBuffer()));
      return decodeGroup(groups[0]!, 3).fields;
    };
    const [full, zeros] = [await fieldsFor(ada), await fieldsFor(carl)];
    expect(zeros.map(({ length }) => length)).toEqual(full.map(({ length }) => length));
    expect(zeros.flatMap((field) => [...field]).every((byte) => byte === 0)).toBe(true);
    expect(full.every((field) => field.some((byte) => byte !== 0))).toBe(true);
  });

  test('deletes nothing, sees no uploads, and can’t publish a list without a record', async () => {
    const { records } = await carl.search({ schema: schema.id });
    const path = `/api/records/?schema=${schema.id}&id=${records[0]!.id}`;
    expect((await carl.send('DELETE', path)).status).toBe(403);
    expect((await carl.send('GET', `/api/uploads/?schema=${schema.id}`)).status).toBe(403);
    const manifest = await carl.read(Manifest, 'GET', `/api/manifests/${schema.id}/`);
    const shorter = { ...manifest, version: manifest.version + 1, segments: manifest.segments.slice(1) };
    const refused = await atService(carl, 'POST', `/api/manifests/${schema.id}/`, shorter);
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('change or delete none of those that it has'),
    ]);
    expect((await ada.search({ schema: schema.id })).total).toBe(4);
  });

  test('stores nothing more once removed from the team', async () => {
    await ada.dismiss(schema, 'contributors', carl.who);
    expect((await carl.upload(schema.id, rows, 'text/csv')).status).toBe(403);
    expect((await carl.send('POST', '/api/records/search/', { schema: schema.id })).status).toBe(403);
    // A requester who holds the keys from before gets no sealed values either.
    await ada.admit(schema, 'requesters', carl.who);
    const listed = await atService(carl, 'GET', `/api/records/?schema=${schema.id}`);
    const [record] = z
      .array(z.looseObject({ data: z.record(z.string(), z.string()) }))
      .parse(await listed.json());
    expect([...readGroupReference(record!.data.name!).sample].every((byte) => byte === 0)).toBe(true);
  });
});

describe('a member of two teams', () => {
  test('reads the fields of the one and stores with the other', async () => {
    const both = await world.newcomer();
    await both.identity();
    const path = `/api/organizations/${ada.who.organization.id}/teams/`;
    const readers = { schema: schema.id, name: 'Age readers', field_names: { __query: true, age: true } };
    const members = [both.who.user.id];
    await ada.read(z.looseObject({}), 'POST', path, { ...readers, members });
    await ada.admit(schema, 'contributors', both.who);
    await ada.compareAndFulfilAll();
    await both.compareAndReceiveAll();
    const stored = await both.uploaded(schema.id, 'name,age,city\nBea,50,Ulm', 'text/csv');
    expect(stored).toMatchObject({ status: 'complete' });
    const { records } = await both.search({
      schema: schema.id,
      filters: [{ label: 'name', value: 'Bea' }],
    });
    expect((await both.decrypt(records))[0]?.data).toEqual({ age: 50 });
  });
});
