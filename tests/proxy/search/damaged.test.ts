/** Damage to what the service stores affects only what is damaged, and never yields a wrong value. */
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { unreadableHeader } from '@cloakroom/contract/list.ts';
import { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { readRecordId } from '@cloakroom/wire/shortId.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { schemaFixtures, type SchemaFixture } from '../compaction/support/schemaFixture.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { actor, startProxy } from '../support/proxy.ts';

const world = await startProxyStack();
const { service, owner } = world;
const { freshSchema } = schemaFixtures(world);
let home: SchemaFixture;
beforeEach(async () => {
  home = await freshSchema();
  await home.upload(40);
  await home.upload(30);
  await home.upload(20);
});

/** The second segment's id, in hex. */
const second = async () => (await home.manifests.read(home.question)).segments[1]!.id;
const damage = (statement: ReturnType<typeof sql>) => service.database.execute(statement);
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const flipHeader = (id: string) =>
  damage(
    sql`update segments set header = set_byte(header, 40, get_byte(header, 40) # 1) where segment = ${bytes(id)}`,
  );
const flipBlocks = (id: string) =>
  damage(
    sql`update blocks set data = set_byte(data, 99, get_byte(data, 99) # 1) where segment = ${bytes(id)}`,
  );
const dropBlocks = (id: string) => damage(sql`delete from blocks where segment = ${bytes(id)}`);

const search = (more: object = {}) =>
  home.ada.send('POST', '/api/records/search/', { schema: home.schema.id, limit: 100, ...more });
const rome = { filters: [{ label: 'city', value: 'Rome' }] };
const detailOf = async (answer: Response) => ((await answer.json()) as { detail: string }).detail;

/** Searches until the index is complete again. */
async function whole(): Promise<void> {
  for (let answer = await search(rome); !answer.ok; answer = await search(rome))
    await new Promise((resolve) => setTimeout(resolve, 50));
}

describe.each([
  ['a flipped byte in a header', flipHeader],
  ['a flipped byte in each block', flipBlocks],
  ['lost blocks', dropBlocks],
])('%s of one of three segments', (_, spoil) => {
  test('is named and counted, the other segments are searched on request, and the index is rebuilt', async () => {
    const id = await second();
    await spoil(id);
    const refused = await search(rome);
    expect(refused.status).toBe(422);
    expect(await detailOf(refused)).toMatch(
      new RegExp(`segment ${id}\\), so 30 records of 90 can’t be searched. It is being rebuilt`),
    );
    await whole();
    await home.check();
    expect(await second()).not.toBe(id);
  });

  test('is left out of partial answers, which report it', async () => {
    await spoil(await second());
    const reader = await requester();
    const ask = (more: object) => reader.send('POST', '/api/records/search/', { schema: home.schema.id, limit: 100, ...more }); // prettier-ignore
    expect(await detailOf(await ask(rome))).toMatch('A data owner’s proxy rebuilds it');
    const partial = await ask({ ...rome, partial: true });
    expect(partial.headers.get(unreadableHeader)).toBe('30');
    const expected = home.rows.filter(({ row }, i) => row.city === 'Rome' && (i < 40 || i >= 70));
    expect(
      SealedRecord.array()
        .parse(await partial.json())
        .map(({ id }) => id),
    ).toEqual(expected.map(({ id }) => id));
  });
});

/** A data requester at a proxy of their own, with the search key. */
async function requester() {
  const { who } = await world.colleague();
  await world.enrol(home.schema.id, 'requesters', who);
  const dataDir = await temporaryFolder();
  const keyrings = openKeyrings(join(dataDir, 'keyrings'), { cost: minCost });
  const keyring = await keyrings.forUser(who.user.id, async () => undefined);
  await keyring.addOverride(home.schema.id, '__query', new Map([[1, Buffer.from(home.question.queryKey)]]));
  const own = await startProxy(service.url, dataDir);
  onTestFinished(() => own.close());
  return actor(own, who.headers);
}

describe('a lost or damaged group of records', () => {
  /** The first record of the second upload, which is one group of 30 records: the first has one of 32 and one of 8. */
  const place = 40;
  const lost = () => home.rows.slice(place, place + 30).map(({ id }) => id);
  const upload = () => Buffer.from(readRecordId(home.rows[place]!.id).upload);
  const drop = () => damage(sql`delete from record_groups where upload = ${upload()}`);

  test('leaves the other records of its page readable', async () => {
    await drop();
    const refused = await search();
    expect(refused.status).toBe(422);
    expect(await detailOf(refused)).toContain('is missing or damaged');
    const partial = await search({ partial: true });
    expect([partial.headers.get(unreadableHeader), partial.headers.get('x-total-count')]).toEqual([
      '30',
      '90',
    ]);
    const ids = SealedRecord.array()
      .parse(await partial.json())
      .map(({ id }) => id);
    const isLost = new Set(lost());
    expect(ids).toEqual(home.rows.map(({ id }) => id).filter((id) => !isLost.has(id)));
    const listed = await fetch(`${service.url}/api/records/?schema=${home.schema.id}&limit=100`, { headers: owner.headers }); // prettier-ignore
    expect([listed.headers.get(unreadableHeader), ((await listed.json()) as unknown[]).length]).toEqual([
      '30',
      60,
    ]);
  });

  test('is decrypted except for the damaged field, which is named', async () => {
    // The last byte is of the tag of the last field.
    await damage(
      sql`update record_groups set data = set_byte(data, length(data) - 1, get_byte(data, length(data) - 1) # 1) where upload = ${upload()}`,
    );
    const { records } = await home.ada.search({ schema: home.schema.id, limit: 100 });
    const asked = records.slice(place - 1, place + 1);
    const decrypt = (query: string) => home.ada.send('POST', `/api/records/decrypt/${query}`, asked);
    expect((await decrypt('')).status).toBe(422);
    const partial = await decrypt('?partial=true');
    expect(partial.headers.get(unreadableHeader)).toBe('1');
    const opened = DecryptedRecord.array().parse(await partial.json());
    const { name: _, ...rest } = home.rows[place]!.row;
    expect(opened.map(({ data, damaged }) => [data, damaged])).toEqual([
      [home.rows[place - 1]!.row, undefined],
      [rest, ['name']],
    ]);
  });

  test('in a segment whose index is rebuilt is counted, and searches by values report that they may miss it', async () => {
    await damage(
      sql`update record_groups set data = set_byte(data, 40, get_byte(data, 40) # 1) where upload = ${upload()}`,
    );
    await flipHeader(await second());
    for (let text = ''; !text.includes('are lost at the service');) text = await detailOf(await search(rome));
    const refused = await detailOf(await search(rome));
    expect(refused).toMatch(
      /^Values of 30 records are lost at the service, so a search by values could miss them/,
    );
    const partial = await search({ ...rome, partial: true });
    expect(partial.headers.get(unreadableHeader)).toBe('30');
    expect(
      (await home.ada.send('DELETE', `/api/uploads/${upload().toString('hex')}/?schema=${home.schema.id}`))
        .status,
    ).toBe(204);
    home.rows.splice(place, 30);
    await home.check();
  });
});
