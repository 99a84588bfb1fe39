/** Fields that are added to a schema with records: the records of earlier generations of keys stay without them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { leases, schemas, segments, staleGroups } from '@cloakroom/service/db/schema.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startOrganization } from '../sharing/support.ts';
import {
  added,
  definition,
  detailOf,
  extendedSchemas,
  isAged,
  rowsOf,
  storedRows,
  withAdded,
} from '../support/addedFields.ts';
import { actor, startBeside } from '../support/proxy.ts';

const town = await startOrganization();
const { ada, service } = town;
const { patch, changed, manifestOf, filled } = extendedSchemas(ada);
afterAll(() => town.close());

describe('fields added to a schema with records', () => {
  test('are empty in earlier records of two generations, and stored with later ones', async () => {
    const { schema, id, add, check } = await filled([70, 40]);
    expect((await ada.send('POST', `/api/schemas/${id}/rotate/`)).status).toBe(200);
    await add(rowsOf(40));
    const { version, segments: before } = await manifestOf(id);
    const after = await changed(id, definition(added));
    expect(after.generation).toBe(3);
    expect(Object.keys(after.key_checks!).sort()).toEqual([
      '__query',
      'age',
      'city',
      'code',
      'dose',
      'name',
      'ward',
    ]);
    expect(Object.keys(after.earlier_key_checks[2]!)).not.toContain('age');
    const manifest = await manifestOf(id);
    expect(manifest).toMatchObject({
      generation: 3,
      version: version + 1,
      definition: { added: { age: 3, code: 3, ward: 3 } },
    });
    // No segment was touched.
    expect(manifest.segments).toEqual(before);
    await check();
    await add(rowsOf(50, withAdded));
    await check();
    const proxy = await startBeside(service.url, ada.proxy);
    await check(actor(proxy, ada.who.headers));
    await proxy.close();
    expect(schema.generation).toBe(1);
  });

  test('have no reference in a sealed record of an earlier generation', async () => {
    const { id, add } = await filled([3]);
    await changed(id, definition(added));
    await add(rowsOf(1, () => ({ age: 50 })));
    const bySearch = (await ada.search({ schema: id })).records;
    const listed = (await (await ada.send('GET', `/api/records/?schema=${id}`)).json()) as SealedRecord[];
    const names = ['city', 'dose', 'name'];
    for (const records of [bySearch, listed])
      expect(records.map(({ data }) => Object.keys(data).sort())).toEqual([
        names,
        names,
        names,
        [...names, 'age', 'code', 'ward'].sort(),
      ]);
    // A client that sends a value of the new field for an earlier record made it up.
    const [first] = bySearch;
    const forged = { ...first!, data: { ...first!.data, age: first!.data.name! } };
    const answer = await ada.send('POST', '/api/records/decrypt/', [forged]);
    expect([answer.status, await detailOf(answer)]).toEqual([
      422,
      expect.stringContaining('"age" of record'),
    ]);
  });

  test('get values by editing an earlier record, also one that was listed before', async () => {
    const { id, rows, check } = await filled([40]);
    await changed(id, definition(added));
    const { records } = await ada.search({ schema: id });
    const edited = records[5]!;
    const answer = await ada.send('PATCH', `/api/records/${edited.id}/`, { data: { age: 99, ward: 'W1' } });
    expect(answer.status, await answer.clone().text()).toBe(200);
    const [moved] = rows.splice(5, 1);
    rows.push({ ...moved!, age: 99, ward: 'W1' });
    await check();
    // References to any version give the present values.
    const [opened] = await ada.decrypt([edited]);
    expect(opened!.data).toEqual({ ...moved, age: 99, ward: 'W1' });
    expect(opened!.empty).toContain('code');
  });

  test('leave the deletion of earlier records as it was: their groups are sealed anew without them', async () => {
    const { id, rows, add, check } = await filled([70]);
    await changed(id, definition(added));
    await add(rowsOf(40, withAdded));
    const { records } = await ada.search({ schema: id, limit: 200 });
    const gone = [1, 40, 80];
    const ids = gone.map((at) => `id=${records[at]!.id}`).join('&');
    expect((await ada.send('DELETE', `/api/records/?schema=${id}&${ids}`)).status).toBe(204);
    for (const at of gone.toReversed()) rows.splice(at, 1);
    await check();
    await expect.poll(() => service.database.select().from(staleGroups), pollTimeout).toEqual([]);
    // Another machine has none of the groups in memory.
    const proxy = await startBeside(service.url, ada.proxy);
    await check(actor(proxy, ada.who.headers));
    await proxy.close();
  });

  test('leave segments of each generation to be merged with each other only', async () => {
    const { id, add, check } = await filled([]);
    // Another process holds the lease, so that nothing is merged before the fields are there.
    const values = { schema: id, holder: '0'.repeat(32), until: new Date('2100-01-01') };
    await service.database.insert(leases).values(values);
    for (let upload = 0; upload < 9; upload++) await add(rowsOf(4));
    await changed(id, definition(added));
    for (let upload = 0; upload < 9; upload++) await add(rowsOf(4, withAdded));
    const generations = async () => (await manifestOf(id)).segments.map(({ generation }) => generation);
    expect(await generations()).toHaveLength(18);
    await service.database.delete(leases).where(eq(leases.schema, id));
    await add(rowsOf(4, withAdded));
    await expect.poll(async () => (await generations()).length, pollTimeout).toBeLessThan(6);
    expect(new Set(await generations())).toEqual(new Set([1, 2]));
    await check();
  });

  test('leave a damaged index of earlier records to be rebuilt', async () => {
    const { id, add, check } = await filled([40]);
    await changed(id, definition(added));
    await add(rowsOf(10, withAdded));
    await service.database
      .update(segments)
      .set({ header: Buffer.alloc(512) })
      .where(eq(segments.schema, id));
    const proxy = await startBeside(service.url, ada.proxy);
    const beside = actor(proxy, ada.who.headers);
    await expect
      .poll(
        async () =>
          (
            await beside.send('POST', '/api/records/search/', {
              schema: id,
              filters: [{ label: 'city', value: 'Rome' }],
            })
          ).status,
        pollTimeout,
      ) // prettier-ignore
      .toBe(200);
    await check(beside);
    await proxy.close();
  });

  test('are refused if they are required, or in a call without new keys', async () => {
    const { id, rows } = await filled([5]);
    const required = { ...definition(added), required: ['name', 'age'] };
    const refused = await patch(id, required);
    expect([refused.status, await detailOf(refused)]).toEqual([
      409,
      expect.stringContaining('"age": The stored records have no value of this field.'),
    ]);
    const bare = await fetch(`${service.url}/api/schemas/${id}/`, {
      method: 'PATCH',
      headers: { ...ada.who.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ schema: definition(added) }),
    });
    expect([bare.status, await detailOf(bare)]).toEqual([409, expect.stringContaining('need new keys')]);
    expect(await storedRows(ada, id)).toEqual(rows);
  });

  test('are added to a schema without records whose keys were renewed', async () => {
    const { id, add, check } = await filled([]);
    expect((await ada.send('POST', `/api/schemas/${id}/rotate/`)).status).toBe(200);
    expect((await changed(id, definition(added))).generation).toBe(3);
    await add(rowsOf(10, withAdded));
    await check();
  });

  test('make an upload fail that was checked without them, and store nothing of it', async () => {
    const { id, check } = await filled([5]);
    let end: () => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(Buffer.from('name,city,dose\nEve,Oslo,5\n'));
        end = () => stream.close();
      },
    });
    const sending = ada.accepted(id, body, 'text/csv');
    while (!(await ada.jobs()).some(({ status }) => status === 'uploading')) await sleep(10);
    await changed(id, definition(added));
    end();
    expect(await ada.ended(await sending)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('was changed while the records were on their way') as string,
    });
    await check();
  });

  test('are refused to an owner who is no admin', async () => {
    const { id, schema } = await filled([5]);
    const bob = await town.newcomer();
    await ada.identity();
    await bob.identity();
    await ada.admit(schema, 'owners', bob.who);
    await ada.compareAndFulfilAll();
    await bob.compareAndReceiveAll();
    const refused = await patch(id, definition(added), bob);
    expect(refused.status, await refused.text()).toBe(403);
    const [row] = await service.database.select().from(schemas).where(eq(schemas.id, id));
    expect(row!.generation).toBe(1);
  });
});

test('owners receive the keys of new fields at once, and requesters only those that they are granted', async () => {
  const { id, schema, add, check, rows } = await filled([20]);
  await ada.identity();
  const [bob, rita, carl] = [await town.newcomer(), await town.newcomer(), await town.newcomer()];
  for (const [device, role] of [
    [bob, 'owners'],
    [rita, 'requesters'],
    [carl, 'contributors'],
  ] as const) {
    await device.identity();
    await ada.admit(schema, role, device.who);
  }
  await ada.compareAndFulfilAll();
  for (const device of [bob, rita, carl]) await device.compareAndReceiveAll();
  expect(await storedRows(bob, id)).toEqual(rows);
  await changed(id, definition(added));
  const receivedBy = async (device: typeof bob) =>
    (await device.receiveAll()).map(({ field_name }) => field_name).sort();
  const all = ['__query', 'age', 'city', 'code', 'dose', 'name', 'ward'];
  expect([await receivedBy(bob), await receivedBy(carl)]).toEqual([all, all]);
  expect(await receivedBy(rita)).toEqual(['__query']);
  await add(rowsOf(20, withAdded));
  await add(rowsOf(3, withAdded), carl);
  await check(bob);
  const { total } = await rita.search({ schema: id, filters: [{ label: 'age', value: '>=30' }] });
  expect(total).toBe(rows.filter(isAged).length);
  const { records } = await rita.search({ schema: id, limit: 100 });
  expect((await rita.send('POST', '/api/records/decrypt/', records)).status).toBe(403);
});
