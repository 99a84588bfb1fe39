/** Data folders that earlier versions wrote: each is opened, and its job finished. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { startService } from '#tests/service/support/service.ts';
import { actor, startProxy, type Headers } from './support/proxy.ts';

const fixtures = 'tests/fixtures/dataFolders';

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
        const columns = sql.raw(Object.keys(row).map((column) => `"${column}"`).join(', '));
        await transaction.execute(
          sql`insert into ${sql.raw(table)} (${columns}) select ${columns} from jsonb_populate_record(null::${sql.raw(table)}, ${JSON.stringify(row)}::jsonb)`,
        );
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
    const { total, records } = await ada.search({
      schema: about.unfinished,
      filters: [{ label: 'city', value: 'Oslo' }],
    });
    expect(total).toBe(2);
    expect((await ada.decrypt(records)).map(({ data }) => data)).toEqual(
      about.rows.filter(({ city }) => city === 'Oslo'),
    );
    const query = `schema=${about.complete}&fingerprint=${about.fingerprint}`;
    const uploaded = await ada.send('GET', `/api/jobs/uploaded/?${query}`);
    expect(await uploaded.json()).toMatchObject([{ job_id: about.done, records: about.rows.length }]);
  },
  60_000,
);
