/** After records are deleted, their groups are sealed again without them, by a proxy that has all keys. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { groupNumberOf, maxStaleGroups } from '@cloakroom/contract/segments.ts';
import { decodeGroup } from '@cloakroom/wire/recordGroup.ts';
import { readRecordId } from '@cloakroom/wire/shortId.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { fieldKeysOf } from '@cloakroom/proxy/schemaKeys.ts';
import { groupFieldOpener } from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import { recordGroups, staleGroups } from '@cloakroom/service/db/schema.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { actor, startProxy } from '../support/proxy.ts';
import { schemaFixtures, type SchemaFixture } from './support/schemaFixture.ts';

const world = await startProxyStack();
const { service, proxy, owner } = world;
const { database } = service;
const { freshSchema } = schemaFixtures(world);
let home: SchemaFixture;
beforeEach(async () => {
  home = await freshSchema();
  await home.upload(70);
});

const uploadOf = (id: string) => Buffer.from(readRecordId(id).upload);
const stored = async (id: string) => {
  const at = and(
    eq(recordGroups.upload, uploadOf(id)),
    eq(recordGroups.number, groupNumberOf(readRecordId(id).number)),
  );
  const [row] = await database.select().from(recordGroups).where(at);
  return row!.data;
};
const stale = (id: string) =>
  database
    .select()
    .from(staleGroups)
    .where(eq(staleGroups.upload, uploadOf(id)));
/** The names in a stored group, which its keys open. */
async function namesIn(id: string) {
  const { schema, keyring, fields } = home.own;
  const group = decodeGroup(await stored(id), fields.length);
  const number = fields.findIndex(({ name }) => name === 'name');
  const key = fieldKeysOf(keyring, schema, fields)[number]!;
  const opener = groupFieldOpener(
    { schema: schema.id, generation: schema.generation },
    { name: 'name', key },
  );
  const address = { upload: uploadOf(id), group: groupNumberOf(readRecordId(id).number) };
  const valueAt = opener.open(address, group, number)!;
  return Array.from({ length: group.records }, (_, position) => valueAt(position)?.text);
}
/** Changes the last byte of a stored group. @returns its bytes now. */
async function damage(id: string): Promise<Buffer> {
  const data = Buffer.from(await stored(id));
  data[data.length - 1]! ^= 1;
  await database
    .update(recordGroups)
    .set({ data })
    .where(and(eq(recordGroups.upload, uploadOf(id)), eq(recordGroups.number, 0)));
  return data;
}
const remove = (calls: SchemaFixture['ada'], ...ids: string[]) =>
  calls.send('DELETE', `/api/records/?schema=${home.schema.id}&${ids.map((id) => `id=${id}`).join('&')}`);
const decrypted = async () => {
  const { records } = await home.ada.search({ schema: home.schema.id, limit: 100 });
  return (await home.ada.decrypt(records)).map(({ data }) => data);
};
/** Ada at a proxy of another machine. */
async function another(prepare: (dataDir: string) => Promise<void> = () => Promise.resolve(), who = owner) {
  const dataDir = await temporaryFolder();
  await prepare(dataDir);
  const own = await startProxy(service.url, dataDir);
  onTestFinished(() => own.close());
  return actor(own, who.headers);
}

test('the values of deleted records are no longer in their group, and the others are unchanged', async () => {
  const ids = home.rows.map(({ id }) => id);
  const before = await stored(ids[0]!);
  expect((await remove(home.ada, ids[3]!, ids[40]!)).status).toBe(204);
  await expect.poll(() => stale(ids[0]!), pollTimeout).toEqual([]);
  expect((await stored(ids[0]!)).equals(before)).toBe(false);
  expect(await namesIn(ids[0]!)).toEqual(
    home.rows.slice(0, 32).map(({ row }, at) => (at === 3 ? undefined : row.name)),
  );
  expect(await namesIn(ids[40]!)).toEqual(
    home.rows.slice(32, 64).map(({ row }, at) => (at === 8 ? undefined : row.name)),
  );
  home.rows.splice(40, 1);
  home.rows.splice(3, 1);
  await home.check();
  expect(await decrypted()).toEqual(home.rows.map(({ row }) => row));
});

test('two proxies that delete records of one group at once leave neither record', async () => {
  const [one, other] = [home.rows[5]!.id, home.rows[6]!.id];
  const second = await another(async (dataDir) => {
    const words = await openKeyrings(join(proxy.dataDir, 'keyrings'), { cost: minCost }).forUser(
      owner.user.id,
    );
    const copy = await openKeyrings(join(dataDir, 'keyrings'), { cost: minCost }).forUser(
      owner.user.id,
      async () => undefined,
    );
    for (const name of ['__query', 'age', 'city', 'name']) {
      const { schema } = home.own;
      const key = name === '__query' ? words.queryKey(schema.id, 1) : words.fieldKey(schema.id, name, 1);
      await copy.addOverride(schema.id, name, new Map([[1, key]]));
    }
  });
  const answers = await Promise.all([remove(home.ada, one), remove(second, other)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  await expect
    .poll(async () => {
      await decrypted();
      return stale(one);
    }, pollTimeout)
    .toEqual([]);
  const names = await namesIn(one);
  const [four, , , seven] = home.rows.slice(4, 8).map(({ row }) => row.name);
  expect(names.slice(4, 8)).toEqual([four, undefined, undefined, seven]);
});

test('without all keys the record is gone from every answer, and its group waits for someone who has them', async () => {
  const { id } = home.rows[3]!;
  const { who } = await world.colleague();
  await world.enrol(home.schema.id, 'owners', who);
  const searching = await another(async (dataDir) => {
    const keyring = await openKeyrings(join(dataDir, 'keyrings'), { cost: minCost }).forUser(
      who.user.id,
      async () => undefined,
    );
    await keyring.addOverride(home.schema.id, '__query', new Map([[1, Buffer.from(home.question.queryKey)]]));
  }, who);
  const before = await stored(id);
  expect((await remove(searching, id)).status).toBe(204);
  const { total, records } = await searching.search({ schema: home.schema.id, limit: 100 });
  expect([total, records.some((record) => record.id === id)]).toEqual([69, false]);
  expect([await stale(id), (await stored(id)).equals(before)]).toMatchObject([[{ number: 0 }], true]);

  home.rows.splice(3, 1);
  expect(await decrypted()).toEqual(home.rows.map(({ row }) => row));
  await expect.poll(() => stale(id), pollTimeout).toEqual([]);
  expect((await namesIn(id))[3]).toBeUndefined();
  expect(await decrypted()).toEqual(home.rows.map(({ row }) => row));
});

test('a group that the service calls stale keeps the values of records that are not deleted', async () => {
  const { id } = home.rows[3]!;
  await database.insert(staleGroups).values({ upload: uploadOf(id), number: 0, version: 1 });
  await database.insert(staleGroups).values({ upload: randomBytes(12), number: 0, version: 1 });
  await decrypted();
  await expect.poll(() => stale(id), pollTimeout).toEqual([]);
  expect(await namesIn(id)).toEqual(home.rows.slice(0, 32).map(({ row }) => row.name));
  expect(await decrypted()).toEqual(home.rows.map(({ row }) => row));
});

test('groups beyond the first list are resealed, although one of the list can’t be', async () => {
  const [damaged, first, second] = [home.rows[3]!.id, home.rows[40]!.id, home.rows[66]!.id];
  await damage(damaged);
  // Waits for a later manifest.
  const skipped = Array.from({ length: maxStaleGroups - 2 }, (_, at) => ({ number: at + 10, version: 99 }));
  const listed = [...skipped, ...[0, 1, 2].map((number) => ({ number, version: 1 }))];
  const upload = uploadOf(first);
  await database
    .insert(staleGroups)
    .values(listed.map((group, at) => ({ ...group, upload, since: new Date(at) })));
  const before = await Promise.all([stored(first), stored(second)]);
  await home.ada.search({ schema: home.schema.id, limit: 100 });
  await expect.poll(async () => (await stale(first)).length, pollTimeout).toBe(skipped.length + 1);
  const after = await Promise.all([stored(first), stored(second)]);
  expect(after.map((group, at) => group.equals(before[at]!))).toEqual([false, false]);
});

test('a damaged group is not changed', async () => {
  const { id } = home.rows[3]!;
  const damaged = await damage(id);
  expect((await remove(home.ada, id, home.rows[40]!.id)).status).toBe(204);
  await expect.poll(async () => (await stale(id)).map(({ number }) => number), pollTimeout).toEqual([0]);
  expect(await stored(id)).toEqual(damaged);
});
