/** Only the database that owns a store changes it. A restored copy reads the store, until it adopts it. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeBackup } from '@cloakroom/service/backup/backup.ts';
import { restoreBackup } from '@cloakroom/service/backup/restore.ts';
import {
  groupRanges,
  removedPrefixes,
  storedObjects,
  stores as storesTable,
} from '@cloakroom/service/db/schema.ts';
import {
  deleteRemoved,
  orphanAgeMs,
  removeNextPrefix,
  sweepOrphans,
} from '@cloakroom/service/store/maintenance.ts';
import { writeMarker } from '@cloakroom/service/store/marker.ts';
import { moveStore } from '@cloakroom/service/store/move.ts';
import { objectStores, type ObjectStores } from '@cloakroom/service/store/objectStores.ts';
import { rewriteNext } from '@cloakroom/service/store/rewrite.ts';
import type { Config } from '@cloakroom/service/config.ts';
import { testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { freshDatabase, startService, type TestService } from '#tests/service/support/service.ts';
import { caller, makeWorld, type World } from '#tests/service/support/world.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { createEmptyStore, objectKinds } from './storeKinds.ts';

describe.each(objectKinds)('a store in %s', (kind) => {
  const afterwards: (() => unknown)[] = [];
  let url: string;
  let original: TestService;
  let world: World;
  let segment: TestSegment;
  let folder: string;
  let file: string;
  /** Each service, and the stores that its maintenance uses. */
  const opened = new Map<TestService, ObjectStores>();
  const messages: string[] = [];

  beforeEach(async () => {
    messages.length = 0;
    url = await newStore();
    original = await start({ STORE_URL: url });
    world = await makeWorld(original);
    segment = await uploaded();
    folder = await temporaryFolder();
    file = join(folder, 'a.backup');
    await writeBackup(original.databaseUrl, { data: original.config.DATA_DIR }, file);
  });
  afterEach(async () => {
    for (const step of afterwards.splice(0).reverse()) await step();
    opened.clear();
  });

  async function newStore(): Promise<string> {
    const empty = await createEmptyStore(kind);
    afterwards.push(() => empty.remove());
    return empty.url;
  }
  async function start(settings: Partial<Config>): Promise<TestService> {
    const service = await startService(settings);
    afterwards.push(() => service.close());
    const stores = objectStores(service.database, (sentence) => messages.push(sentence));
    afterwards.push(() => stores.close());
    opened.set(service, stores);
    return service;
  }
  async function uploaded(): Promise<TestSegment> {
    const sent = testSegment({ records: 128, grouped: true });
    await world.upload(sent);
    return sent;
  }
  /** The settings of a service on a restored copy. */
  async function restoredCopy() {
    const target = await freshDatabase();
    afterwards.push(() => target.drop());
    const data = join(folder, 'copy');
    const report = await restoreBackup(target.url, { data }, file);
    expect(report.stores).toEqual([url]);
    return { DATABASE_URL: target.url, DATA_DIR: data };
  }
  async function objects(): Promise<string[]> {
    const found: string[] = [];
    for (const { store } of await opened.get(original)!.all())
      for await (const { name } of store.list(`${world.schema.id}/`)) found.push(name);
    return found.sort();
  }
  const readBlocks = async (service: TestService, { id, labels, blocks }: TestSegment) => {
    const answer = await caller(service)(world.people.requester, 'POST', '/api/blocks/read/', {
      schema: world.schema.id,
      segments: [{ id, labels: Buffer.concat(labels).toString('base64') }],
    });
    return answer.statusCode === 200 ? answer.rawPayload.equals(Buffer.concat(blocks)) : answer.statusCode;
  };
  /** All that maintenance does, after everything is due. */
  async function maintain({ database }: TestService, stores: ObjectStores): Promise<void> {
    const past = sql`now() - interval '1 second'`;
    await database.update(removedPrefixes).set({ due: past });
    await database
      .update(storedObjects)
      .set({ rewrite: past })
      .where(sql`rewrite is not null`);
    while (await removeNextPrefix(database, stores));
    while (await deleteRemoved(database, stores));
    while (await rewriteNext(database, stores));
    for (const store of await stores.all())
      await sweepOrphans(database, store, { now: Date.now() + orphanAgeMs + 60_000 });
  }
  const maintained = (service: TestService) => maintain(service, opened.get(service)!);
  /** Objects with groups have to be rewritten, those with blocks are removed, and the schema is deleted. */
  async function makeDue({ database }: TestService): Promise<void> {
    await database
      .update(storedObjects)
      .set({ rewrite: sql`now()` })
      .where(sql`kind = 'groups'`);
    await database
      .update(storedObjects)
      .set({ removed: sql`now()` })
      .where(sql`kind = 'blocks'`);
    const [store] = await database.select().from(storesTable);
    await database
      .insert(removedPrefixes)
      .values({ store: store!.id, schema: world.schema.id })
      .onConflictDoNothing();
  }
  async function removeAll({ database }: TestService): Promise<void> {
    await database.delete(groupRanges);
    await database.update(storedObjects).set({ removed: sql`now()`, rewrite: null });
  }
  /** A command of an operator, with the settings of a service. */
  async function command(verb: string, { databaseUrl, config }: TestService, storeUrl = ''): Promise<string> {
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: config.DATA_DIR, STORE_URL: storeUrl };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'tools/store.ts', verb],
      { env: { ...process.env, ...settings } },
    );
    return stdout;
  }

  test('is read by a restored copy, which removes, rewrites and sweeps nothing there', async () => {
    const late = await uploaded();
    const before = await objects();
    const copy = await start(await restoredCopy());
    expect(await readBlocks(copy, segment)).toBe(true);
    await maintained(copy);
    await makeDue(copy);
    await maintained(copy);
    expect(await objects()).toEqual(before);
    expect(await readBlocks(original, late)).toBe(true);
    expect(messages).toEqual([expect.stringMatching(/is only read: .*run `npm run store -- adopt`\.$/)]);
    expect(await command('status', copy)).toMatch(
      /1 objects, .*; read only: it belongs to another database\. .*run `npm run store -- adopt`/,
    );
    expect(await command('status', original)).not.toContain('read only');
  });

  test('is moved by a restored copy to a store of its own, and stays as it is', async () => {
    const copy = await start(await restoredCopy());
    const before = await objects();
    const other = await newStore();
    expect(await moveStore(copy.database, opened.get(copy)!, other)).toMatchObject({ moved: 2, damaged: [] });
    expect(await readBlocks(copy, segment)).toBe(true);
    expect(await objects()).toEqual(before);
    await expect(moveStore(copy.database, opened.get(copy)!, url)).rejects.toThrow('belongs to another');
  });

  test('is not written by a restored copy that names it: it does not start', async () => {
    const copy = await restoredCopy();
    await expect(startService({ ...copy, STORE_URL: url })).rejects.toThrow(
      /^STORE_URL: the store .* belongs to another database: .*For a drill, leave STORE_URL empty.*run `npm run store -- adopt`/,
    );
  });

  test('belongs to the copy that adopted it, and its former database changes nothing there from then on', async () => {
    const late = await uploaded();
    const settings = await restoredCopy();
    const reading = await start(settings);
    expect(await command('adopt', reading, url)).toContain(`This database owns ${url} now.`);
    const copy = await start({ ...settings, STORE_URL: url });

    const before = await objects();
    await makeDue(original);
    await maintained(original);
    expect(await objects()).toEqual(before);
    expect(messages).toHaveLength(1);
    // It still runs, and does not write what the new owner would sweep.
    expect((await world.put(testSegment({ records: 40, grouped: true }))).statusCode).toBe(503);
    expect(await objects()).toEqual(before);

    // The backup does not name what was stored after it.
    await maintained(copy);
    expect(await objects()).toHaveLength(2);
    expect(await readBlocks(copy, segment)).toBe(true);
    expect(await readBlocks(copy, late)).not.toBe(true);
    expect(await command('status', reading)).not.toContain('read only');
    await removeAll(copy);
    await maintained(copy);
    expect(await objects()).toEqual([]);
  });

  test('is adopted while another database sweeps it: the sweep deletes nothing more', async () => {
    const copy = await start(await restoredCopy());
    const [store] = await opened.get(original)!.all();
    await original.database.delete(groupRanges);
    await original.database.delete(storedObjects);
    const list = store!.store.list;
    const adoptsMeanwhile = {
      ...store!,
      store: {
        ...store!.store,
        async *list(prefix: string) {
          yield* list(prefix);
          await opened.get(copy)!.adopt(url);
        },
      },
    };
    const now = Date.now() + orphanAgeMs + 60_000;
    expect(await sweepOrphans(original.database, adoptsMeanwhile, { now })).toBe(0);
    expect(await objects()).toHaveLength(2);
  });

  test('is adopted at the address that STORE_URL names, if it was copied there', async () => {
    const copied = await newStore();
    const settings = await restoredCopy();
    const copy = await start(settings);
    // Another bucket with the same objects.
    const other = await start({ STORE_URL: copied });
    const { store: to } = (await opened.get(other)!.all())[0]!;
    const [row] = await original.database.select().from(storesTable);
    await writeMarker(to, row!);
    expect(await command('adopt', copy, copied)).toContain(`This database owns ${copied} now.`);
    await start({ ...settings, STORE_URL: copied });
    expect(await command('status', original)).not.toContain('read only');
  });

  test('of an earlier version belongs to its database without a step, and to no copy of it', async () => {
    const [registered] = await opened.get(original)!.all();
    await writeMarker(registered!.store, { id: registered!.id, token: '' });
    await original.database.update(storesTable).set({ token: '' });
    await rm(file);
    await writeBackup(original.databaseUrl, { data: original.config.DATA_DIR }, file);
    const updated = await start({ STORE_URL: url, DATABASE_URL: original.databaseUrl });
    const late = await uploaded();
    const before = await objects();
    const copy = await start(await restoredCopy());
    await makeDue(copy);
    await maintained(copy);
    expect(await objects()).toEqual(before);
    expect(messages).toHaveLength(1);
    expect(await readBlocks(updated, late)).toBe(true);
    await removeAll(updated);
    await maintained(updated);
    expect(await objects()).toEqual([]);
    expect(messages).toHaveLength(1);
  });
});
