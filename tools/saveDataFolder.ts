/**
 * Saves a data folder of the proxy as a fixture: `npx tsx tools/saveDataFolder.ts NAME`. Run it when a stored format is about
 * to change: the tests open every saved folder, and finish its job.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { fileFingerprintHeader } from '@cloakroom/contract/jobs.ts';
import { startRelayedProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { setup } from '#tests/support/globalSetup.ts';

const [name] = process.argv.slice(2);
if (!name || !/^[\w-]+$/.test(name)) throw new Error('Give the folder a name, like 2026-11-23.');
const target = join('tests', 'fixtures', 'dataFolders', name);

const definition = {
  type: 'object' as const,
  properties: { city: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 120 } },
  required: ['city'],
};
const rows = [
  { city: 'Oslo', age: 41 },
  { city: 'Rome', age: 7 },
  { city: 'Oslo', age: 120 },
];
const fingerprint = 'ab'.repeat(32);

const endDatabase = await setup();
const { service, wire, proxy, owner, ada, schemaOf } = await startRelayedProxyStack();
const complete = await schemaOf(definition);
const body = JSON.stringify(rows);
const done = await ada.uploaded(complete.id, body, 'application/json', {
  headers: { [fileFingerprintHeader]: fingerprint },
});

// The job of this schema is interrupted before the service has acknowledged anything.
const unfinished = await schemaOf(definition);
const lost = wire.loseAnswerTo('PUT /api/segments/');
const job = await ada.accepted(unfinished.id, body, 'application/json');
await lost;
await wire.cut();
await proxy.app.close();

const tables: Record<string, unknown> = {};
for (const table of [
  'users',
  'organizations',
  'organization_users',
  'datasets',
  'schemas',
  'teams',
  'team_members',
  'grants',
]) {
  const found = await service.database.execute(sql.raw(`select to_jsonb(t) as row from ${table} t`));
  tables[table] = found.rows.map(({ row }) => row);
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
cpSync(proxy.dataDir, join(target, 'proxy'), { recursive: true });
const about = {
  user: owner.user.id,
  headers: owner.headers,
  complete: complete.id,
  done: done.job_id,
  fingerprint,
  unfinished: unfinished.id,
  job,
  rows,
  tables,
};
writeFileSync(join(target, 'about.json'), `${JSON.stringify(about, null, 2)}\n`);

rmSync(proxy.dataDir, { recursive: true, force: true });
await service.close();
await endDatabase?.();
console.log(`Saved ${target}.`);
