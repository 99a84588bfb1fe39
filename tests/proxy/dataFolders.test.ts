/** Opens data folders of earlier versions and finishes their jobs. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SchemaAccess } from '@cloakroom/contract/accessLog.ts';
import { SeenLogs } from '@cloakroom/proxy/accessLog/seenLogs.ts';
import { Sessions } from '@cloakroom/proxy/sessions/sessions.ts';
import { openVerifiers } from '@cloakroom/proxy/sessions/verifiers.ts';
import { manifests } from '@cloakroom/service/db/schema.ts';
import { emptyManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { password } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { actor, startProxy, type Headers } from './support/proxy.ts';

const fixtures = 'tests/fixtures/dataFolders';

/** Folders whose index is of an older format. */
const indexFormats: Record<string, number> = { '2026-11-21': 1 };

type About = {
  user: string;
  headers: Headers;
  /** The schema and the job of a complete upload, and the file's fingerprint. */
  complete: string;
  done: string;
  fingerprint: string;
  /** The schema of the interrupted job. */
  unfinished: string;
  job: string;
  rows: { city: string; age: number }[];
  /**
   * For a folder with an access log: who may have the keys of the complete schema, and a browser's session at a time.
   */
  signed?: { time: number; cookies: Record<string, string>; people: SchemaAccess['people'] };
  tables: Record<string, Record<string, unknown>[]>;
};

/** A service that knows the person and the schemas of a stored folder, and a proxy on a copy of it. */
async function opened(name: string) {
  const about = JSON.parse(readFileSync(join(fixtures, name, 'about.json'), 'utf8')) as About;
  const service = await startService({ listen: true });
  onTestFinished(() => service.close());
  await service.database.transaction(async (transaction) => {
    // Rows refer to each other in any order.
    await transaction.execute(`set local session_replication_role = replica`);
    for (const [table, rows] of Object.entries(about.tables))
      for (const row of rows) {
        const columns = sql.raw(
          Object.keys(row)
            .map((column) => `"${column}"`)
            .join(', '),
        );
        await transaction.execute(
          sql`insert into ${sql.raw(table)} (${columns}) select ${columns} from jsonb_populate_record(null::${sql.raw(table)}, ${JSON.stringify(row)}::jsonb)`,
        );
      }
    // Removes everything that was published.
    for (const { id } of about.tables.schemas ?? []) {
      const { version, mac, ...rest } = emptyManifest(String(id));
      const body = JSON.stringify({ version, mac, ...rest });
      await transaction.insert(manifests).values({ schema: String(id), version, body, mac });
    }
  });
  const folder = await temporaryFolder();
  cpSync(join(fixtures, name, 'proxy'), folder, { recursive: true });
  const proxy = await startProxy(service.url, folder);
  onTestFinished(() => proxy.close());
  return { about, folder, service, ada: actor(proxy, about.headers) };
}

test.each(readdirSync(fixtures))(
  'the folder %s opens: its keyring is read, its job finished, its uploads are listed',
  async (name) => {
    const { about, ada } = await opened(name);
    const job = await ada.ended(about.job);
    expect(job, job.error).toMatchObject({ status: 'complete', processed: about.rows.length });
    const oslo = { schema: about.unfinished, filters: [{ label: 'city', value: 'Oslo' }] };
    if (name in indexFormats) {
      const answer = await ada.send('POST', '/api/records/search/', oslo);
      const { detail } = (await answer.json()) as { detail: string };
      expect(detail).toContain(
        `sealed by an older version of Cloakroom: format ${indexFormats[name]} of the index; this version reads format 2`,
      );
    }
    // An index of an older format is rebuilt from the records.
    const { total, records } = await vi.waitFor(() => ada.search(oslo), pollTimeout);
    expect(total).toBe(2);
    expect((await ada.decrypt(records)).map(({ data }) => data)).toEqual(
      about.rows.filter(({ city }) => city === 'Oslo'),
    );
    // A schema from before there were access logs is signed on its owner's visit.
    expect((await ada.send('GET', `/api/schemas/${about.complete}/`)).status).toBe(200);
    const access = await ada.send('GET', `/api/schemas/${about.complete}/access/`);
    expect(await access.json()).toMatchObject({
      state: 'accepted',
      may_sign: true,
      people: about.signed?.people ?? [{ owner: true }],
    });
    const query = `schema=${about.complete}&fingerprint=${about.fingerprint}`;
    const uploaded = await ada.send('GET', `/api/jobs/uploaded/?${query}`);
    expect(await uploaded.json()).toMatchObject([{ job_id: about.done, records: about.rows.length }]);
  },
  60_000,
);

const signed = '2026-11-23-signed';

test('the access log of a stored folder is read entry by entry, and restored at a service that lost it', async () => {
  const { about, folder, service, ada } = await opened(signed);
  const { entries } = (await new SeenLogs(folder).of(about.user, about.complete))!;
  expect(entries.map(({ change }) => change.type)).toEqual(['begin', 'team', 'device']);
  const access = await ada.send('GET', `/api/schemas/${about.complete}/access/`);
  const { people, notice } = SchemaAccess.parse(await access.json());
  expect(people).toEqual(about.signed!.people);
  expect(people.flatMap(({ devices }) => devices.map(({ compared }) => compared)).sort()).toEqual([
    false,
    true,
  ]);
  expect(notice).toBe(false);
  const present = await fetch(`${service.url}/api/schemas/${about.complete}/access-log/`, {
    headers: about.headers,
  });
  expect(await present.json()).toEqual(entries);
});

test('only the session and the password verifier of a stored folder open its keyring', async () => {
  const { about, folder, ada } = await opened(signed);
  const { time, cookies } = about.signed!;
  const sessions = new Sessions(folder, undefined, () => time);
  await sessions.load();
  const cookieOf = (jar: Record<string, string>) =>
    Object.entries(jar)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  const headers = { cookie: cookieOf(cookies) };
  const credentials = sessions.credentialsOf({ headers });
  const verifiers = openVerifiers(join(folder, 'keyrings'));
  const verifier = await verifiers.of(about.user);
  const proof = { user: about.user, verifier: verifier!.salt };
  expect(sessions.sessionOf(credentials)).toMatchObject({ user: about.user, proof, candidate: null });
  expect(sessions.deviceOf({ headers })).toMatch(/./);
  sessions.requireCsrf({ method: 'POST', headers: { ...headers, 'x-csrftoken': cookies.csrftoken! } });
  const other = { cookie: cookieOf({ ...cookies, sessionid: 'x'.repeat(43) }) };
  expect(sessions.credentialsOf({ headers: other })).toEqual({});
  expect(await verifiers.fits(verifier!, password)).toBe(true);
  expect(await verifiers.fits(verifier!, 'another password')).toBe(false);
  expect(await (await ada.send('GET', '/api/keyring/')).json()).toMatchObject({ state: 'open' });
});
