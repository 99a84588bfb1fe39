/** Removed objects stay for `STORE_RETENTION`, so that a backup of the database finds what it names. */
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { writeBackup } from '@cloakroom/service/backup/backup.ts';
import { restoreBackup } from '@cloakroom/service/backup/restore.ts';
import { groupRanges, storedObjects } from '@cloakroom/service/db/schema.ts';
import {
  deleteRemoved,
  orphanAgeMs,
  removeNextPrefix,
  sweepOrphans,
} from '@cloakroom/service/store/maintenance.ts';
import { moveStore, storeStatus } from '@cloakroom/service/store/move.ts';
import { objectStores } from '@cloakroom/service/store/objectStores.ts';
import { decodeGroupsAnswer } from '@cloakroom/wire/groupsAnswer.ts';
import { testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { freshDatabase, startService } from '#tests/service/support/service.ts';
import { caller, makeWorld, type World } from '#tests/service/support/world.ts';
import { readSegmentBody } from '#tests/support/segmentBody.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { createEmptyStore, objectKinds, type EmptyStore } from './storeKinds.ts';

const hourMs = 3_600_000;

describe.each(objectKinds)('removed objects of %s', (kind) => {
  const afterwards: (() => unknown)[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const step of afterwards.splice(0).reverse()) await step();
  });

  async function newStore(): Promise<EmptyStore> {
    const empty = await createEmptyStore(kind);
    afterwards.push(() => empty.remove());
    return empty;
  }

  /** A service with one schema, into which a segment was uploaded. */
  async function begin(url: string, settings = {}) {
    const service = await startService({ STORE_URL: url, ...settings });
    afterwards.push(() => service.close());
    const stores = objectStores(service.database);
    afterwards.push(() => stores.close());
    const world = await makeWorld(service);
    const segment = testSegment({ records: 128, grouped: true });
    await world.upload(segment);
    const objects = async () => {
      const found: string[] = [];
      for (const { store } of await stores.all())
        for await (const { name } of store.list(`${world.schema.id}/`)) found.push(name);
      return found;
    };
    return { service, stores, world, segment, objects };
  }

  async function deleteSchema({ people, schema, addTo, call }: World): Promise<void> {
    await addTo('owners', people.admin, people.dataOwner);
    expect((await call(people.admin, 'DELETE', `${schema.url}?records=true`)).statusCode).toBe(204);
  }

  async function expectReadable(call: ReturnType<typeof caller>, world: World, segment: TestSegment) {
    const { people, schema } = world;
    const list = await call(people.requester, 'GET', `/api/records/?schema=${schema.id}&limit=500`);
    expect(list.json<SealedRecord[]>()).toHaveLength(128);
    const labels = Buffer.concat(segment.labels).toString('base64');
    const blocks = await call(people.requester, 'POST', '/api/blocks/read/', {
      schema: schema.id,
      segments: [{ id: segment.id, labels }],
    });
    expect(blocks.rawPayload).toEqual(Buffer.concat(segment.blocks));
    const { upload } = segment.entry.ranges[0]!;
    const groups = [0, 1, 2, 3].map((number) => [upload, number]);
    const answer = await call(people.dataOwner, 'POST', '/api/groups/read/', { schema: schema.id, groups });
    const items = (await readSegmentBody(segment.body)).items.map((item) => Buffer.from(item));
    expect(decodeGroupsAnswer(answer.rawPayload).groups.map((group) => group && Buffer.from(group))).toEqual(
      items,
    );
  }

  test('are read by a service whose database was restored from a backup of before', async () => {
    const { url } = await newStore();
    const { service, stores, world, segment, objects } = await begin(url);
    const folder = await temporaryFolder();
    const file = join(folder, 'a.backup');
    const data = join(folder, 'data');
    await writeBackup(service.databaseUrl, { data: service.config.DATA_DIR }, file);
    await deleteSchema(world);
    const maintain = async (retentionMs: number) => {
      while (await removeNextPrefix(service.database, stores, retentionMs));
      while (await deleteRemoved(service.database, stores, retentionMs));
    };
    await maintain(hourMs);
    expect(await objects()).toHaveLength(2);
    expect((await storeStatus(service.database)).stores).toMatchObject([{ url, objects: 0, removed: 2 }]);

    const target = await freshDatabase();
    afterwards.push(() => target.drop());
    await restoreBackup(target.url, { data }, file);
    const restored = await startService({ DATABASE_URL: target.url, DATA_DIR: data });
    afterwards.push(() => restored.close());
    await expectReadable(caller(restored), world, segment);

    await maintain(0);
    expect(await objects()).toEqual([]);
  });

  test('without metadata stay as long, for another backup may name them', async () => {
    const { service, stores, objects } = await begin((await newStore()).url);
    await service.database.delete(groupRanges);
    await service.database.delete(storedObjects);
    const [store] = await stores.all();
    const now = Date.now() + orphanAgeMs + hourMs;
    const sweep = (retentionMs: number) => sweepOrphans(service.database, store!, { now, retentionMs });
    expect(await sweep(orphanAgeMs + 2 * hourMs)).toBe(0);
    expect(await objects()).toHaveLength(2);
    expect(await sweep(hourMs)).toBe(2);
  });

  test('stay where a move has copied them, and are not moved again', async () => {
    const [from, to] = [await newStore(), await newStore()];
    const { service, stores, world, segment, objects } = await begin(from.url);
    const retention = { retentionMs: hourMs };
    expect((await moveStore(service.database, stores, to.url, retention)).moved).toBe(2);
    expect((await moveStore(service.database, stores, to.url, retention)).moved).toBe(0);
    expect(await objects()).toHaveLength(4);
    await expectReadable(caller(service), world, segment);
    await moveStore(service.database, stores, to.url);
    expect(await objects()).toHaveLength(2);
    await expectReadable(caller(service), world, segment);
  });

  test.each([
    { hours: 0, left: 0 },
    { hours: 1, left: 2 },
  ])('of a deleted schema: $left are left after a minute with STORE_RETENTION=$hours', async (row) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { service, world, objects } = await begin((await newStore()).url, { STORE_RETENTION: row.hours });
    await deleteSchema(world);
    await vi.advanceTimersByTimeAsync(60_000);
    // Closing waits for what the timer has begun.
    await service.app.close();
    expect(await objects()).toHaveLength(row.left);
  });
});
