/** Data folders that earlier versions wrote: each is opened, and its job finished. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { manifests } from '#service/db/schema.ts';
import { emptyManifest } from '#service/modules/segments/manifests.ts';
import { startService } from '#tests/service/support/service.ts';
import { patiently } from '#tests/support/patiently.ts';
import { actor, startProxy, type Headers } from './support/proxy.ts';

const fixtures = 'tests/fixtures/dataFolders';

/** Folders whose index is of an older format. */
const indexFormats: Record<string, number> = { '2026-11-21': 1 };

type About = {
  headers: Headers;
  /** The schema and the job of an upload that is complete, and the file's fingerprint. */
  complete: string;
  done: string;
  fingerprint: string;
  /** The schema of the job that was broken off. */
  unfinished: string;
  job: string;
  rows: { city: string; age: number }[];
  tables: Record<string, Record<string, unknown>[]>;
};

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** A service that knows the person and the schemas of a kept folder, and a proxy on a copy of it. */
async function opened(name: string) {
  const about = JSON.parse(readFileSync(join(fixtures, name, 'about.json'), 'utf8')) as About;
  const service = await startService({ listen: true });
  closing.push(() => service.close());
  await service.database.transaction(async (transaction) => {
    // The rows name each other in any order.
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
    // Nothing of what was published is kept.
    for (const { id } of about.tables.schemas ?? []) {
      const { version, mac, ...rest } = emptyManifest(String(id));
      const body = JSON.stringify({ version, mac, ...rest });
      await transaction.insert(manifests).values({ schema: String(id), version, body, mac });
    }
  });
  const folder = mkdtempSync(join(tmpdir(), 'cloakroom-kept-'));
  closing.push(async () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(fixtures, name, 'proxy'), folder, { recursive: true });
  const proxy = await startProxy(service.url, folder);
  closing.push(() => proxy.close());
  return { about, ada: actor(proxy, about.headers) };
}

test.each(readdirSync(fixtures))(
  'the folder %s opens: its keyring is read, its job finished, its uploads are known',
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
    const { total, records } = await vi.waitFor(() => ada.search(oslo), patiently);
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
      people: [{ owner: true }],
    });
    const query = `schema=${about.complete}&fingerprint=${about.fingerprint}`;
    const uploaded = await ada.send('GET', `/api/jobs/uploaded/?${query}`);
    expect(await uploaded.json()).toMatchObject([{ job_id: about.done, records: about.rows.length }]);
  },
  60_000,
);
