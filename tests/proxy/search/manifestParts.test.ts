/** A long manifest comes in parts. A service that changes, swaps, drops, reorders or cuts any of them is caught. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { currentManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { manifestParts, manifests } from '@cloakroom/service/db/schema.ts';
import { decodeLeaf, encodeLeaf, encodeOrdinals, partKinds } from '@cloakroom/wire/manifestParts.ts';
import { and, eq } from 'drizzle-orm';
import { startLying } from '#tests/proxy/support/lying.ts';
import { actor, startBeside } from '#tests/proxy/support/proxy.ts';

const world = await startLying();
const { ada, liar, owner } = world;
const { database } = world.service;
const schema = await world.schemaOf({ type: 'object', properties: { name: { type: 'string' } } });
const names = Array.from({ length: 1_200 }, (_, number) => `Person ${number}`);
let live = [...names];

beforeAll(async () => {
  await ada.uploaded(schema.id, JSON.stringify(names.map((name) => ({ name }))), 'application/json');
  // Every second record of a hundred and forty: more ranges of deleted records than a whole list may have.
  const pages = [0, 70].map((offset) => ada.search({ schema: schema.id, limit: 70, offset }));
  for (const { records } of await Promise.all(pages)) {
    const ids = records.flatMap(({ id }, at) => (at % 2 === 0 ? [`id=${id}`] : []));
    const answer = await ada.send('DELETE', `/api/records/?schema=${schema.id}&${ids.join('&')}`);
    expect(answer.status).toBe(204);
  }
  live = names.filter((_, number) => number >= 140 || number % 2 === 1);
});
afterEach(() => liar.reset());
afterAll(() => world.close());

const readManifest = `GET /api/manifests/${schema.id}/`;
const readParts = `POST /api/manifests/${schema.id}/parts/read/`;
/** Another proxy of the same person, which has seen nothing of the schema. */
const fresh = async () => actor(await world.proxyOn(() => startBeside(liar.url, world.proxy)), owner.headers);

test('a proxy that has never seen the schema reads it in parts', async () => {
  const { tree } = await currentManifest(database, schema.id);
  expect(tree).toMatchObject({ level: 1 });
  const other = await fresh();
  const { total, records } = await other.search({ schema: schema.id, limit: 100, offset: 50 });
  const shown = (await other.decrypt(records)).map(({ data }) => data.name);
  expect({ total, shown }).toEqual({ total: live.length, shown: live.slice(50, 150) });
});

test('a small upload sends and reads few parts', async () => {
  const before = await database.select().from(manifestParts).where(eq(manifestParts.schema, schema.id));
  await ada.uploaded(schema.id, '[{"name":"Late"}]', 'application/json');
  live.push('Late');
  const after = await database.select().from(manifestParts).where(eq(manifestParts.schema, schema.id));
  const had = new Set(before.map(({ part }) => part.toString('hex')));
  expect(after.filter(({ part }) => !had.has(part.toString('hex')))).toHaveLength(1);
  expect((await (await fresh()).search({ schema: schema.id })).total).toBe(live.length);
});

/** The parts of an answer, and an answer of parts. */
function partsOf(answer: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < answer.length;) {
    const length = answer.readUInt32BE(at);
    parts.push(answer.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return parts;
}
const answerOf = (parts: readonly Uint8Array[]) =>
  Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    }),
  );

describe('a service is refused by name that answers', () => {
  const refused = 'has a part that is not what was signed';
  /** A leaf with another segment header, and as many deleted records at other places: both are well formed. */
  const otherLeaf = (part: Buffer) =>
    part[0] === partKinds.leaf
      ? encodeLeaf(decodeLeaf(part).map((one) => ({ ...one, header_hash: '0'.repeat(64) })))
      : part;
  const otherDeletions = (part: Buffer) =>
    part[0] === partKinds.ordinals ? encodeOrdinals(part.toString('hex', 1, 17), [[0, 70]]) : part;

  // prettier-ignore
  test.each<[string, (parts: Buffer[]) => Buffer]>([
    ['with a changed bit', (parts) => answerOf(parts.map((part) => { const copy = Buffer.from(part); copy[copy.length - 1]! ^= 1; return copy; }))],
    ['with another leaf', (parts) => answerOf(parts.map(otherLeaf))],
    ['with other deleted records', (parts) => answerOf(parts.map(otherDeletions))],
    ['with cut parts', (parts) => answerOf(parts.map((part) => part.subarray(0, -1)))],
    ['with longer parts', (parts) => answerOf(parts.map((part) => Buffer.concat([part, Buffer.alloc(1)])))],
    ['with empty parts', (parts) => answerOf(parts.map(() => Buffer.alloc(0)))],
    ['with nothing', () => Buffer.alloc(0)],
    ['with more parts than were asked for', (parts) => answerOf([...parts, ...parts])],
    ['with a length beyond its end', (parts) => answerOf(parts).subarray(0, -3)],
    ['with a part of a length that it does not have', () => Buffer.alloc(4, 255)],
  ])('%s', async (_, change) => {
    const other = await fresh();
    liar.lie(readParts, (value) => change(partsOf(value as Buffer)));
    const answer = await other.send('POST', '/api/records/search/', { schema: schema.id });
    const { detail } = (await answer.json()) as { detail: string };
    expect([answer.status, detail]).toEqual([422, expect.stringContaining(refused)]);
    liar.reset();
    expect((await other.search({ schema: schema.id })).total).toBe(live.length);
  });

  test('that a part is missing', async () => {
    const parts = await database.select().from(manifestParts).where(eq(manifestParts.schema, schema.id));
    const { tree } = await currentManifest(database, schema.id);
    const leaf = Buffer.from(tree!.nodes[0]!.part, 'hex');
    await database
      .delete(manifestParts)
      .where(and(eq(manifestParts.schema, schema.id), eq(manifestParts.part, leaf)));
    const other = await fresh();
    const answer = await other.send('POST', '/api/records/search/', { schema: schema.id });
    const { detail } = (await answer.json()) as { detail: string };
    expect([answer.status, detail]).toEqual([
      422,
      expect.stringContaining('names a part that the service does not have'),
    ]);
    await database.insert(manifestParts).values(parts.filter(({ part }) => part.equals(leaf)));
    expect((await other.search({ schema: schema.id })).total).toBe(live.length);
  });

  // prettier-ignore
  test.each<[string, (tree: { level: number; nodes: Record<string, unknown>[] }) => object]>([
    ['another node', (tree) => ({ ...tree, nodes: [{ ...tree.nodes[0], part: '0'.repeat(64) }] })],
    ['another count', (tree) => ({ ...tree, nodes: [{ ...tree.nodes[0], records: 1 }] })],
    ['a node twice', (tree) => ({ ...tree, nodes: [...tree.nodes, ...tree.nodes] })],
    ['another level', (tree) => ({ ...tree, level: 2 })],
  ])('a top with %s', async (_, change) => {
    const other = await fresh();
    liar.lie(readManifest, (value) => {
      const manifest = value as { tree: Parameters<typeof change>[0] };
      return { ...manifest, tree: change(manifest.tree) };
    });
    const answer = await other.send('POST', '/api/records/search/', { schema: schema.id });
    const { detail } = (await answer.json()) as { detail: string };
    expect([answer.status, detail]).toEqual([422, expect.stringContaining('is not what was signed')]);
  });

  test('an earlier top with its parts', async () => {
    const [former] = await database.select().from(manifests).where(eq(manifests.schema, schema.id));
    await ada.uploaded(schema.id, '[{"name":"Later"}]', 'application/json');
    live.push('Later');
    liar.lie(readManifest, () => JSON.parse(former!.body) as unknown);
    await world.outdate(schema.id);
    const answer = await ada.send('POST', '/api/records/search/', { schema: schema.id });
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('went back from version'),
    ]);
  });
});

test('new keys leave the parts as they are', async () => {
  const before = await currentManifest(database, schema.id);
  expect((await ada.send('POST', `/api/schemas/${schema.id}/rotate/`)).status).toBe(200);
  const after = await currentManifest(database, schema.id);
  expect([after.generation, after.tree]).toEqual([2, before.tree]);
  expect((await (await fresh()).search({ schema: schema.id })).total).toBe(live.length);
});
