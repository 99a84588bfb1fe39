import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '@cloakroom/contract/identities.ts';
import type { Someone } from '#tests/service/support/people.ts';
import { startOrganization, rows, wordsOf, type Device } from './support.ts';

const world = await startOrganization();
const { ada } = world;
const schema = await ada.people();
beforeAll(async () => {
  await ada.identity();
  expect(await ada.uploaded(schema.id, rows, 'text/csv')).toMatchObject({ status: 'complete' });
});
afterAll(() => world.close());

const keyNames = ['__query', 'age', 'city', 'name'];
const named = (device: Device, names: string[]) =>
  device
    .overrides()
    .then((overrides) => expect(overrides).toEqual(names.map((name) => `${schema.id}:${name}`)));

describe('a data owner who is added', () => {
  let grace: Device;
  beforeAll(async () => {
    grace = await world.newcomer();
    await grace.identity();
    await ada.admit(schema, 'owners', grace.who);
  });

  test('can’t search or read before the keys have arrived, with a message that says what to do', async () => {
    const found = await grace.send('POST', '/api/records/search/', { schema: schema.id });
    expect(found.status).toBe(422);
    expect(await found.text()).toContain('Ask one of its data owners');
  });

  test('receives every key that another one fulfils, and then reads the same values', async () => {
    const sealed = await ada.compareAndFulfilAll();
    expect(sealed).toHaveLength(4);
    const received = await grace.compareAndReceiveAll();
    expect(received.map(({ field_name }) => field_name).sort()).toEqual(keyNames);
    expect(received.every((key) => key.schema === schema.url)).toBe(true);
    await named(grace, keyNames);
    const { records, total } = await grace.search({ schema: schema.id });
    expect(total).toBe(3);
    expect(await grace.decrypt(records)).toEqual(await ada.decrypt(records));
  });

  test('uploads records that the other one reads', async () => {
    expect(await grace.uploaded(schema.id, 'name,age,city\nEmmy,53,Erlangen', 'text/csv')).toMatchObject({
      status: 'complete',
    });
    const { records } = await ada.search({ schema: schema.id, filters: [{ label: 'name', value: 'Emmy' }] });
    expect((await ada.decrypt(records))[0]?.data).toEqual({ name: 'Emmy', age: 53, city: 'Erlangen' });
  });

  test('finds nothing to do when either of them tries again', async () => {
    expect(await ada.fulfilAll()).toEqual([]);
    expect(await grace.receiveAll()).toEqual([]);
    expect(await ada.outstanding()).toEqual([]);
    expect(await grace.waiting()).toEqual([]);
  });

  test('reads no more once a key is dropped, until it is requested and received again', async () => {
    const { records } = await grace.search({ schema: schema.id, filters: [{ label: 'name', value: 'Ada' }] });
    await grace.send('DELETE', `/api/materials/overrides/${encodeURIComponent(`${schema.id}:city`)}/`);
    expect((await grace.send('DELETE', `/api/materials/overrides/${schema.id}:city/`)).status).toBe(404);
    await expect(grace.decrypt(records)).rejects.toThrow('key of the field \\"city\\"');
    await grace.send('POST', '/api/requests/', { schema: schema.id, identity: (await grace.identity()).id });
    expect(await ada.fulfilAll()).not.toEqual([]);
    await grace.receiveAll();
    expect((await grace.decrypt(records))[0]?.data).toMatchObject({ city: 'London' });
  });

  test('shares the keys with a third, who reads with them', async () => {
    const emmy = await world.newcomer();
    await emmy.identity();
    await grace.admit(schema, 'owners', emmy.who);
    expect(await grace.compareAndFulfilAll()).toHaveLength(4);
    await emmy.compareAndReceiveAll();
    const { records } = await emmy.search({ schema: schema.id });
    expect(await emmy.decrypt(records)).toEqual(await ada.decrypt(records));
  });
});

describe('a requester', () => {
  let rita: Device;
  beforeAll(async () => {
    rita = await world.newcomer();
    await ada.admit(schema, 'requesters', rita.who);
    await rita.identity();
    expect(await ada.compareAndFulfilAll()).toHaveLength(1);
    await rita.compareAndReceiveAll();
  });
  const aggregate = async (value: string) =>
    (await (await rita.send('POST', '/api/records/search/', { schema: schema.id, filters: [{ label: 'age', value }] })).json()); // prettier-ignore

  test('has the key for searching alone: searches, counts, sums', async () => {
    await named(rita, ['__query']);
    const { total } = await rita.search({ schema: schema.id, filters: [{ label: 'name', value: 'Ada' }] });
    expect(total).toBe(1);
    expect(await aggregate('count(40~100)')).toEqual([{ data: { value: 3 } }]);
    expect(await aggregate('sum(>=0)')).toEqual([{ data: { value: 36 + 85 + 41 + 53 } }]);
  });

  test('never decrypts a value', async () => {
    const { records } = await rita.search({ schema: schema.id });
    const answer = await rita.send('POST', '/api/records/decrypt/', records);
    expect(answer.status).toBe(403);
    expect(await (await rita.send('POST', '/api/records/can-decrypt/', records[0])).json()).toEqual({ can_decrypt: false }); // prettier-ignore
    expect((await rita.upload(schema.id, rows, 'text/csv')).status).toBe(403);
  });

  test('decrypts the one field that a grant names, and no other', async () => {
    const grants = (await (await ada.send('GET', `/api/schemas/${schema.id}/grants/`)).json()) as { id: string; field_names: object | null }[]; // prettier-ignore
    const theirs = grants.find(({ field_names }) => field_names !== null)!;
    const changed = await ada.send('PATCH', `/api/schemas/${schema.id}/grants/${theirs.id}/`, {
      field_names: { __query: true, city: true },
    });
    expect(changed.status).toBe(200);
    const { records } = await rita.search({ schema: schema.id, filters: [{ label: 'name', value: 'Ada' }] });
    expect((await rita.send('POST', '/api/records/decrypt/', records)).status).toBe(422);
    expect(await ada.fulfilAll()).toHaveLength(1);
    await rita.receiveAll();
    await named(rita, ['__query', 'city']);
    expect((await rita.decrypt(records)).map(({ data }) => data)).toEqual([{ city: 'London' }]);
  });
});

describe('a person with a second device', () => {
  let hedy: Someone;
  let [first, second]: Device[] = [];
  beforeAll(async () => {
    hedy = await world.join();
    first = await world.device(hedy);
    second = await world.device(hedy);
    await ada.admit(schema, 'owners', hedy);
    await first.identity();
    expect(await ada.compareAndFulfilAll()).toHaveLength(4);
    await first.compareAndReceiveAll();
    await second.begin();
    await second.identity();
  });

  test('gets no keys before its fingerprint was compared', async () => {
    const { request, identity } = await ada.askedBy(hedy);
    await expect(ada.fulfilAll()).rejects.toThrow('another identity than the one you know');
    await expect(ada.fulfil(request)).rejects.toMatchObject({ status: 409 });
    const stranger = { ...identity, sub_public_key: '0'.repeat(64) };
    await expect(ada.fulfil(request, wordsOf(stranger))).rejects.toThrow('not the fingerprint');
    await ada.fulfil(request, ` ${wordsOf(identity).toUpperCase()} `);
    expect(await ada.fulfilAll()).toHaveLength(3);
    await second!.compareAndReceiveAll();
    const { records } = await second!.search({ schema: schema.id });
    expect(await second!.decrypt(records)).toEqual(await ada.decrypt(records));
  });

  test('can give the keys from one to the other, once each has compared the other’s words', async () => {
    const third = await world.device(hedy);
    await third.begin();
    const newest = await third.identity();
    const asked = (await first!.outstanding()).filter(
      ({ identity }) => (identity as Identity).id === newest.id,
    );
    await expect(first!.fulfil(asked[0]!.id)).rejects.toThrow('an identity of yours on another device');
    await first!.fulfil(asked[0]!.id, wordsOf(newest));
    const [waiting] = await third.waiting();
    await expect(third.receiveAll()).rejects.toThrow('an identity of yours on another device');
    await third.receive(waiting!.id, wordsOf(await first!.identity()));
    expect(await third.overrides()).toHaveLength(1);
    await expect(second!.receive(waiting!.id)).rejects.toThrow('another device of yours');
  });

  test('revokes one: a new identity takes its place, and others have to compare again', async () => {
    const { id } = await second!.identity();
    await second!.send('DELETE', `/api/identities/${id}/`);
    const fresh = await second!.identity();
    expect(fresh.id).not.toBe(id);
    expect((await second!.identity()).id).toBe(fresh.id);
    await expect(ada.fulfilAll()).rejects.toThrow('another identity');
  });
});

test('requests the keys of schemas that the same person made elsewhere', async () => {
  const elsewhere = await world.device(ada.who);
  await elsewhere.begin();
  const device = await elsewhere.identity();
  const asked = (await ada.outstanding()).filter(({ identity }) => (identity as Identity).id === device.id);
  expect(asked).toHaveLength(4);
  await ada.fulfil(asked[0]!.id, wordsOf(device));
  await ada.fulfilAll().catch(() => undefined);
  const [waiting] = await elsewhere.waiting();
  await elsewhere.receive(waiting!.id, wordsOf(await ada.identity()));
  await elsewhere.receiveAll();
  const { records } = await elsewhere.search({ schema: schema.id });
  expect(await elsewhere.decrypt(records)).toEqual(await ada.decrypt(records));
});

describe('before a device has an identity', () => {
  test('receiving is refused with a message to create one', async () => {
    const newcomer = await world.newcomer();
    await ada.admit(schema, 'owners', newcomer.who);
    await expect(newcomer.receiveAll()).rejects.toMatchObject({ status: 422 });
    await expect(newcomer.receiveAll()).rejects.toThrow('Create one under Identities');
  });
});
