/** Records that earlier versions sealed one by one are searched, decrypted, merged, rebuilt and deleted beside groups of records, until they are sealed in groups. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { endLease, takeLease } from '@cloakroom/contract/leases.ts';

import type { Keyring } from '@cloakroom/proxy/keyring/keyring.ts';
import { storedNumbers } from '#tests/service/support/stored.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { schemaFixtures, type SchemaFixture } from './support/schemaFixture.ts';

const world = await startProxyStack();
const { service, owner } = world;
const { upstream, freshSchema } = schemaFixtures(world);
let home: SchemaFixture;
beforeEach(async () => {
  home = await freshSchema();
  await home.upload(40, 1, { isPacked: true });
  await home.upload(35);
  // Its proxy would seal them in groups.
  await lease(takeLease, 60);
});

const params = () => ({ schema: home.schema.id });
const holder = 'ab'.repeat(16);
const lease = (call: typeof takeLease, seconds: number) =>
  upstream.call(call, { credentials: owner.headers, params: params(), body: { holder, seconds } });
const release = () =>
  upstream.call(endLease, { credentials: owner.headers, params: params(), query: { holder } });

const sealed = async () => (await home.ada.search({ schema: home.schema.id, limit: 100 })).records;
const decrypted = async () => (await home.ada.decrypt(await sealed())).map(({ data }) => data);
const versionsOf = ({ data }: SealedRecord) => new Set(Object.values(data).map((text) => text.slice(0, 3)));
const listed = async () => (await home.manifests.read(home.question)).segments;

test('packed and grouped records are searched and decrypted together', async () => {
  await home.check();
  expect(await decrypted()).toEqual(home.rows.slice(0, 100).map(({ row }) => row));
  const versions = (await sealed()).map(versionsOf);
  expect(versions).toEqual(home.rows.map((_, at) => new Set([at < 40 ? 'v1.' : 'v2.'])));
});

test('a packed record without a value or its tag is refused', async () => {
  const [first] = await sealed();
  const { name: _, ...rest } = first!.data;
  const { field_set: __, ...untagged } = first!;
  for (const [record, says] of [
    [{ ...first!, data: rest }, 'has lost the value of "name"'],
    [untagged, 'came without its "field_set"'],
    [{ ...first!, field_set: 'x'.repeat(5_000) }, 'fields were taken away or exchanged'],
  ] as const) {
    const answer = await home.ada.send('POST', '/api/records/decrypt/', [record]);
    const { detail } = (await answer.json()) as { detail: string };
    expect([answer.status, detail]).toEqual([422, expect.stringContaining(says) as string]);
  }
});

test('a record is accepted in the format of its segment only', async () => {
  const records = await sealed();
  const [packed, grouped] = [records[0]!, records[40]!];
  for (const record of [
    { ...packed, data: grouped.data },
    { ...grouped, data: { ...grouped.data, name: packed.data.name! } },
  ])
    expect((await home.ada.send('POST', '/api/records/decrypt/', [record])).status).toBe(422);
});

test('deleting removes packed records at once, and leaves groups that have others', async () => {
  const upload = (await listed())[0]!.ranges[0]!.upload;
  const ids = [home.rows[3]!, home.rows[38]!].map(({ id }) => `id=${id}`).join('&');
  expect((await home.ada.send('DELETE', `/api/records/?schema=${home.schema.id}&${ids}`)).status).toBe(204);
  expect(await storedNumbers(service, upload)).toEqual(
    [...Array(40).keys()].filter((at) => at !== 3 && at !== 38),
  );
  home.rows.splice(38, 1);
  home.rows.splice(3, 1);
  await home.check();
  expect(await decrypted()).toEqual(home.rows.slice(0, 100).map(({ row }) => row));
});

/** A keyring that can't seal records again. */
const withoutFieldKeys = (keyring: Keyring) =>
  new Proxy(keyring, {
    get: (target, name) => {
      if (name === 'fieldKey') return () => Buffer.alloc(32);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });

test('merging joins segments of one format, in their order', async () => {
  await home.upload(2, 10, { isPacked: true });
  await home.upload(2, 10);
  await release();
  const compactor = await home.merger(upstream);
  compactor.scheduleCheck(home.asker, { ...home.own, keyring: withoutFieldKeys(home.own.keyring) });
  await compactor.idle();
  await lease(takeLease, 60);
  const formats = (await listed()).map(({ records, field_sets, group_records }) => [
    records,
    field_sets,
    group_records,
  ]);
  expect(formats).toContainEqual([20, 1, undefined]);
  expect(formats).toContainEqual([20, undefined, 32]);
  await home.check();
  expect(await decrypted()).toEqual(home.rows.slice(0, 100).map(({ row }) => row));
});

test('rebuilds a damaged index from packed records and from groups', async () => {
  await service.database.execute(
    sql`update segments set header = set_byte(header, 40, get_byte(header, 40) # 1)`,
  );
  const rebuilder = await home.rebuilder(upstream);
  const manifest = await home.manifests.read(home.question);
  for (const entry of manifest.segments)
    rebuilder.scheduleCheck(home.asker, { own: home.own, manifest }, entry);
  await rebuilder.idle();
  const rebuilt = await listed();
  expect(
    rebuilt.map(({ unreadable, field_sets, group_records }) => [unreadable, field_sets, group_records]),
  ).toEqual([
    [undefined, 1, undefined],
    [undefined, undefined, 32],
  ]);
  expect(rebuilt.map(({ id }) => id)).not.toEqual(manifest.segments.map(({ id }) => id));
  await home.check();
});
