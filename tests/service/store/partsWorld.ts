/** Parts of manifests in a store of any kind: published, read by a service that has cached nothing, and found in the store. */
import { eq } from 'drizzle-orm';
import { afterEach, expect } from 'vitest';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { SegmentEntry, SignedManifest } from '@cloakroom/contract/segments.ts';
import { manifestParts, storedObjects } from '@cloakroom/service/db/schema.ts';
import { objectName } from '@cloakroom/service/store/objectRows.ts';
import { objectStores, type ObjectStores } from '@cloakroom/service/store/objectStores.ts';
import { successorInParts, TestParts } from '#tests/service/support/manifestTrees.ts';
import { testSegment } from '#tests/service/support/segments.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { caller, makeWorld, type World } from '#tests/service/support/world.ts';
import { createEmptyStore, type EmptyStore, type StoreKind } from './storeKinds.ts';

/** What a test works with. */
export type PartsTest = { empty: EmptyStore; service: TestService; world: World; stores: ObjectStores };

/** Makes a service on an empty store for each test that calls `begin`, and removes both after it. */
export function partsWorld() {
  const at = {} as PartsTest;
  const emptied: EmptyStore[] = [];
  const started: TestService[] = [];
  afterEach(async () => {
    at.stores.close();
    for (const { close } of started.splice(0)) await close();
    await at.service.close();
    for (const { remove } of emptied.splice(0)) await remove();
  });

  async function newStore(kind: StoreKind): Promise<EmptyStore> {
    const made = await createEmptyStore(kind);
    emptied.push(made);
    return made;
  }

  /** @param url - of the store that the service uses first; the empty one by default. */
  async function begin(kind: StoreKind, url?: string): Promise<void> {
    at.empty = await newStore(kind);
    at.service = await startService({ STORE_URL: url ?? at.empty.url });
    at.world = await makeWorld(at.service);
    at.stores = objectStores(at.service.database);
  }

  /** Stores segments of so many records each, without objects of their own. */
  async function stored(...sizes: number[]): Promise<SegmentEntry[]> {
    const segments = sizes.map((records) => testSegment({ records, blocks: 0 }));
    for (const segment of segments) expect((await at.world.put(segment)).statusCode).toBe(204);
    return segments.map(({ entry }) => entry);
  }

  const present = async () => (await at.world.manifest()) as SignedManifest;
  const post = (body: object) => at.world.call(at.world.people.dataOwner, 'POST', at.world.manifestUrl, body);

  /** The call that publishes these entries in parts, without the parts that are known. */
  async function callOf(entries: readonly SegmentEntry[], known: Iterable<string> = []) {
    const parts = new TestParts();
    const tree = parts.tree(entries.map((entry) => parts.listed(entry)));
    return { parts, body: successorInParts(await present(), parts, tree, known) };
  }

  async function published(entries: readonly SegmentEntry[], known?: Iterable<string>): Promise<TestParts> {
    const { parts, body } = await callOf(entries, known);
    const answer = await post(body);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('"tree"')]);
    return parts;
  }

  /** Calls another instance of the at.service, which has cached nothing. */
  async function freshCall(url = at.empty.url): Promise<ReturnType<typeof caller>> {
    const other = await startService({ STORE_URL: url, DATABASE_URL: at.service.databaseUrl });
    started.push(other);
    return caller(other);
  }

  /** Reads parts at a service that has cached nothing. */
  async function readFresh({ bytes }: TestParts, url?: string): Promise<(string | null)[]> {
    const call = await freshCall(url);
    return Promise.all(
      [...bytes].map(async ([hash, expected]) => {
        const answer = await call(at.world.people.requester, 'POST', `${at.world.manifestUrl}parts/read/`, {
          parts: [hash],
        });
        if (answer.statusCode === 404) return null;
        expect(answer.rawPayload.subarray(4)).toEqual(Buffer.from(expected));
        return hash;
      }),
    );
  }

  async function expectReadable(parts: TestParts, entries: readonly SegmentEntry[], url?: string) {
    expect(await readFresh(parts, url)).toEqual([...parts.bytes.keys()]);
    const call = await freshCall(url);
    const all = [...parts.bytes.keys()];
    const body = { parts: all };
    const answer = await call(at.world.people.requester, 'POST', `${at.world.manifestUrl}parts/read/`, body);
    expect(answer.rawPayload).toHaveLength(
      [...parts.bytes.values()].reduce((sum, { length }) => sum + 4 + length, 0),
    );
    const list = `/api/records/?schema=${at.world.schema.id}&limit=500`;
    const records = (await call(at.world.people.requester, 'GET', list)).json<SealedRecord[]>();
    expect(records).toHaveLength(entries.reduce((sum, entry) => sum + entry.records, 0));
  }

  const rows = () =>
    at.service.database.select().from(manifestParts).where(eq(manifestParts.schema, at.world.schema.id));
  /** The names of the schema's objects with parts. */
  async function names(url = at.empty.url, prefix = `${at.world.schema.id}/`): Promise<string[]> {
    const found: string[] = [];
    for (const { store } of await at.stores.all())
      if (store.url === url) for await (const { name } of store.list(prefix)) found.push(name);
    return found.filter((name) => name.endsWith('.parts')).sort();
  }
  const partObjects = async () =>
    (await at.service.database.select().from(storedObjects).where(eq(storedObjects.kind, 'parts')))
      .map(objectName)
      .sort();
  const storeOf = async () => (await at.stores.all()).find(({ store }) => store.url === at.empty.url)!;
  return { at, begin, newStore, stored, present, post, callOf, published, freshCall, readFresh, expectReadable, rows, names, partObjects, storeOf }; // prettier-ignore
}
