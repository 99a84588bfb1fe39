/** Keys are shared between people, and no system between them sees a key. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definition, startOrganization, rows } from '#tests/proxy/sharing/support.ts';
import { relay } from '#tests/proxy/support/relay.ts';
import { tracesBelow, tracesIn } from '#tests/support/traces.ts';
import { opened } from './support/forger.ts';

const world = await startOrganization();
const connection = await relay(world.service.url);
const [ada, grace] = [
  await world.device(world.ada.who, connection.url),
  await world.newcomer(connection.url),
];
const people = [ada, grace];
const schema = await ada.people();
let hidden: Record<string, Buffer>;
beforeAll(async () => {
  await ada.uploaded(schema.id, rows, 'text/csv');
  for (const device of people) await device.identity();
  await ada.admit(schema, 'owners', grace.who);
  expect(await ada.compareAndFulfilAll()).toHaveLength(4);
  expect(await grace.compareAndReceiveAll()).toHaveLength(4);
  const { records } = await grace.search({ schema: schema.id });
  expect(await grace.decrypt(records)).toHaveLength(3);
  hidden = await secrets();
});
afterAll(async () => {
  await connection.cut();
  await world.close();
});

/** All secrets: recovery words, identities, and each key of the schema. */
async function secrets(): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {};
  for (const [number, device] of people.entries()) {
    const { keyring, self } = await opened(device);
    found[`signing key of ${number}`] = self.signingKey;
    found[`receiving key of ${number}`] = self.receivingKey;
    found[`words of ${number}`] = Buffer.from(keyring.phrase().split(' ').slice(0, 4).join(' '));
    found[`query key as ${number} holds it`] = keyring.queryKey(schema.id, 1);
    for (const field of Object.keys(definition.properties))
      found[`key of ${field} as ${number} holds it`] = keyring.fieldKey(schema.id, field, 1);
  }
  return found;
}
const stored = async () => {
  const tables = await world.service.database.execute(
    sql`select tablename from pg_tables where schemaname = 'public'`,
  );
  const names = tables.rows.map(({ tablename }) => String(tablename));
  expect(names).toEqual(expect.arrayContaining(['identities', 'requests', 'materials', 'schemas']));
  const read = names.map((name) =>
    world.service.database.execute(sql`select * from ${sql.identifier(name)}`),
  );
  return Buffer.from(JSON.stringify((await Promise.all(read)).map((result) => result.rows)));
};

test('no key is sent to the service, stored in its tables, or unsealed on a disk', async () => {
  const [sent, tables] = [connection.sent(), await stored()];
  expect(sent.length).toBeGreaterThan(10_000);
  expect(tables.includes(schema.id)).toBe(true);
  for (const [name, secret] of Object.entries(hidden)) {
    expect(tracesIn(sent, secret), `${name} on the wire`).toEqual([]);
    expect(tracesIn(tables, secret), `${name} in the service’s tables`).toEqual([]);
    for (const { proxy } of people)
      expect(tracesBelow(proxy.dataDir, secret), `${name} on a disk`).toEqual([]);
  }
});

test('the search for traces finds secrets that are present', async () => {
  for (const secret of Object.values(hidden))
    for (const form of ['latin1', 'hex', 'base64', 'base64url'] as const)
      expect(tracesIn(Buffer.from(`"${secret.toString(form)}"`, 'latin1'), secret)).not.toEqual([]);
});
