/**
 * After a member is removed, the others receive the new keys without a confirmation, the removed member has only the
 * old ones.
 */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { recordsPerGroup, type Manifest } from '@cloakroom/contract/segments.ts';
import { readRecordId } from '@cloakroom/wire/shortId.ts';
import type { Value } from '@cloakroom/sealed-index/crypto/plaintext.ts';
import { groupSealer } from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import { Tampered } from '@cloakroom/sealed-index/crypto/tampered.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { recordDecryptorOf } from '@cloakroom/proxy/decryptRecords.ts';
import { decodedGroup, readGroupBytes } from '@cloakroom/proxy/search/recordGroups.ts';
import { statedPlace } from '@cloakroom/proxy/search/recordPlaces.ts';
import { openUpstream } from '@cloakroom/proxy/upstream.ts';
import { recordGroups } from '@cloakroom/service/db/schema.ts';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { actor, startBeside } from '../support/proxy.ts';
import { startOrganization, rows, type Device } from './support.ts';

const town = await startOrganization();
const { ada } = town;
afterAll(() => town.close());

const total = async (device: Device, schema: Schema) =>
  (await device.search({ schema: schema.id, filters: [{ label: 'city', value: 'London' }] })).total;

test('new keys reach the people who were trusted before, and the old ones decrypt nothing that is uploaded afterwards', async () => {
  const schema = await ada.people();
  await ada.identity();
  await ada.uploaded(schema.id, rows, 'text/csv');
  const [bob, rita, eve] = [await town.newcomer(), await town.newcomer(), await town.newcomer()];
  for (const [device, role] of [
    [bob, 'owners'],
    [eve, 'owners'],
    [rita, 'requesters'],
  ] as const) {
    await device.identity();
    await ada.admit(schema, role, device.who);
  }
  await ada.compareAndFulfilAll();
  for (const device of [bob, eve, rita]) {
    await device.compareAndReceiveAll();
    expect(await total(device, schema)).toBe(1);
  }

  await ada.dismiss(schema, 'owners', eve.who);
  const rotated = await ada.read(Schema, 'POST', `/api/schemas/${schema.id}/rotate/`);
  expect(rotated.generation).toBe(2);
  expect(await ada.outstanding()).toEqual([]);
  await ada.uploaded(schema.id, rows, 'text/csv');

  // Both were trusted: no confirmation was needed.
  expect((await bob.receiveAll()).map(({ field_name }) => field_name).sort()).toEqual([
    '__query',
    'age',
    'city',
    'name',
  ]);
  expect((await rita.receiveAll()).map(({ field_name }) => field_name)).toEqual(['__query']);
  expect([await total(bob, schema), await total(rita, schema)]).toEqual([2, 2]);
  const { records } = await bob.search({ schema: schema.id });
  expect((await bob.decrypt(records)).map(({ data }) => data.name)).toEqual([
    'Ada',
    'Grace',
    'Rita',
    'Ada',
    'Grace',
    'Rita',
  ]);
  await bob.uploaded(schema.id, rows, 'text/csv');
  expect(await total(ada, schema)).toBe(3);

  expect(await eve.waiting()).toEqual([]);
  const refused = await eve.send('POST', '/api/records/search/', { schema: schema.id });
  expect(refused.ok).toBe(false);
  // Not even with the sealed records, and a service that colludes with her.
  const keyring = await openKeyrings(`${eve.proxy.dataDir}/keyrings`, { cost: minCost }).forUser(
    eve.who.user.id,
  );
  const earlier = {
    ...rotated,
    generation: 1,
    key_checks: rotated.earlier_key_checks[1]!,
    earlier_key_checks: {},
  };
  const fields = fieldsOf(schema.schema);
  const upstream = openUpstream(town.service.url);
  const source = { credentials: ada.who.headers, schema: schema.id };
  // A list of segments that says that the old keys sealed all records.
  const segments = records.map(({ id }) => {
    const { upload, number } = statedPlace(id)!;
    const ranges = [{ upload, first: number, count: 1 }];
    return { id, records: 1, generation: 1, header_hash: '', ranges, group_records: recordsPerGroup };
  });
  const shown = { schema: schema.id, generation: 1, version: 1, mac: '', segments } as Manifest;
  const open = await recordDecryptorOf({ schema: earlier, fields, keyring })(
    records,
    shown,
    async function* (keys) {
      for (const bytes of await readGroupBytes(upstream, source, keys))
        yield bytes && decodedGroup(bytes, fields.length);
    },
  );
  await upstream.close();
  expect(records.slice(0, 3).map((record) => open(record).data.name)).toEqual(['Ada', 'Grace', 'Rita']);
  for (const record of records.slice(3)) expect(() => open(record)).toThrow(Tampered);
  // Nor is a later group accepted that she has sealed again with the old keys.
  const later = records.at(-1)!;
  const { upload } = readRecordId(later.id);
  const own = fields.map(({ name }) => ({ name, key: keyring.fieldKey(schema.id, name, 1) }));
  const forger = groupSealer(
    { schema: schema.id, generation: 1, queryKey: keyring.queryKey(schema.id, 1) },
    own,
  );
  const eves = fields.map(({ type }): Value =>
    type === 'string' ? { type: 's', text: 'Eve' } : { type: 'n', text: '1' },
  );
  const forged = forger.seal({ upload, group: 0 }, [eves, eves, eves]);
  await town.service.database
    .update(recordGroups)
    .set({ data: Buffer.from(forged) })
    .where(eq(recordGroups.upload, Buffer.from(upload)));
  // Her other proxy has not read this group before.
  const beside = await startBeside(town.service.url, ada.proxy);
  const answer = await actor(beside, ada.who.headers).send('POST', '/api/records/decrypt/', [later]);
  await beside.close();
  expect([answer.status, await answer.json()]).toEqual([
    422,
    expect.objectContaining({
      detail: expect.stringContaining(`in record ${later.id} was changed`) as string,
    }),
  ]);
});
