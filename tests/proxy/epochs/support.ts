/** Two people's proxies before a service whose database is backed up and restored. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RestoredState } from '@cloakroom/contract/epochs.ts';
import { writeBackup } from '@cloakroom/service/backup/backup.ts';
import { restoreBackup } from '@cloakroom/service/backup/restore.ts';
import { relay } from '#tests/proxy/support/relay.ts';
import { startProxy, type TestProxy } from '#tests/proxy/support/proxy.ts';
import { keyringOf } from '#tests/proxy/restoring/support.ts';
import { definition, deviceOf, type Device } from '#tests/proxy/sharing/support.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { freshDatabase, startService, type TestService } from '#tests/service/support/service.ts';

export type Row = { name: string; age: number; city: string };
export const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `Person ${first + i}`,
    age: (first + i) % 150,
    city: ['Oslo', 'Rome', 'Turin'][(first + i) % 3]!,
  }));

/** The status and the message of a refusal. */
export const refusalOf = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  ((await answer.json()) as { detail?: string }).detail ?? '',
];

/** A service behind a relay, Ada with a schema, and functions to back it up and restore it. */
export async function startRestoring() {
  let service: TestService = await startService({ listen: true });
  const wire = await relay(service.url);
  const folder = await mkdtemp(join(tmpdir(), 'cloakroom-drill-'));
  const proxies: TestProxy[] = [];
  const ends: (() => Promise<void>)[] = [];
  const device = async (who: Someone): Promise<Device> => {
    const proxy = await startProxy(wire.url);
    proxies.push(proxy);
    return deviceOf(proxy, who);
  };
  const owner = await person(service);
  const ada = await device(owner);
  let backups = 0;

  return {
    ada,
    device,
    wire,
    database: () => service.database,
    join: () => person(service, { organization: owner.organization.id }),
    /** Another device with a schema's keys, through a request that Ada fulfils. */
    async colleague(schema: Awaited<ReturnType<Device['schema']>>, role: 'owners' | 'requesters') {
      const bob = await device(await person(service, { organization: owner.organization.id }));
      await ada.identity();
      await bob.identity();
      await ada.admit(schema, role, bob.who);
      await ada.compareAndFulfilAll();
      await bob.compareAndReceiveAll();
      return bob;
    },
    schema: (name: string) => ada.schema(owner.organization.id, definition, name),
    /** Another device of Ada's, with two seeds and a schema whose keys come from the second. */
    async merged(name: string) {
      await ada.schema(owner.organization.id, definition, `${name} by the first seed`);
      const words = await keyringOf(ada).words();
      const again = await device(owner);
      await again.begin();
      await again.identity();
      const schema = await again.people(name);
      await keyringOf(again).restore(words);
      return { again, schema };
    },
    /** Makes a backup and returns its file. */
    async backUp(): Promise<string> {
      const file = join(folder, `${(backups += 1)}.backup`);
      await writeBackup(service.databaseUrl, { data: service.config.DATA_DIR }, file);
      return file;
    },
    /** Replaces the service by a fresh one with the backup's database. */
    async restore(file: string): Promise<void> {
      const database = await freshDatabase();
      await restoreBackup(database.url, { data: join(folder, `data-${backups}-${ends.length}`) }, file);
      const { SECRET } = service.config;
      const restored = await startService({ listen: true, DATABASE_URL: database.url, SECRET });
      const gone = service;
      service = restored;
      await wire.redirect(restored.url);
      await gone.close();
      ends.push(database.drop);
    },
    async close() {
      for (const proxy of proxies) await proxy.close();
      await wire.cut();
      await service.close();
      for (const end of ends) await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What one person's proxy reports about a schema after a restore. */
export const restoredOf = (schema: string) => ({
  state: (by: Device) => by.read(RestoredState, 'GET', `/api/schemas/${schema}/restored/`),
  accept: (by: Device, secret = password) =>
    by.read(RestoredState, 'POST', `/api/schemas/${schema}/restored/accept/`, {
      secret,
      reason: 'Disk lost',
    }),
  trust: (by: Device, words: string) =>
    by.read(RestoredState, 'POST', `/api/schemas/${schema}/restored/trust/`, { words }),
  search: (by: Device) => by.send('POST', '/api/records/search/', { schema }),
});

/** Every record of a schema as one person's proxy decrypts it, in upload order. */
export async function openedBy(by: Device, schema: string): Promise<unknown[]> {
  const opened: unknown[] = [];
  for (;;) {
    const { total, records } = await by.search({ schema, limit: 100, offset: opened.length });
    opened.push(...(await by.decrypt(records)).map(({ data }) => data));
    if (opened.length >= total) return opened;
  }
}
