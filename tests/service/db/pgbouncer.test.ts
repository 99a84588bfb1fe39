/** The service behind PgBouncer in its default settings, in both of its usual modes. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '@cloakroom/service/db/client.ts';
import { actor, startProxy } from '#tests/proxy/support/proxy.ts';
import { password, person } from '#tests/service/support/people.ts';
import { freshDatabase } from '#tests/service/support/service.ts';
import { startPgBouncer } from '#tools/servers/pgbouncer.ts';
import { startServiceProgram } from '#tests/service/support/program.ts';

vi.setConfig({ testTimeout: 120_000 });

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An empty database, and its address through PgBouncer. */
async function pooled(settings: Record<string, string> = {}) {
  const database = await freshDatabase();
  closing.push(() => database.drop());
  const pooler = await startPgBouncer(database.url, settings);
  closing.push(() => pooler.close());
  return { direct: database.url, url: pooler.url };
}

/** Starts the service's program, and ends it with the test. */
async function startProgram(DATABASE_URL: string): Promise<string> {
  const program = await startServiceProgram({
    DATABASE_URL,
    SECRET: 'the same for both instances of the test',
  });
  closing.push(() => program.close());
  return program.url;
}

const definition = {
  type: 'object' as const,
  properties: { number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['number'],
};
const csv = ['number', ...Array.from({ length: 2_000 }, (_, number) => number)].join('\n');

describe.each(['session', 'transaction'])('PgBouncer in %s mode', (pool_mode) => {
  test('two services migrate and start at the same time, hold no lock, and people sign in, upload and search at both', async () => {
    const { direct, url } = await pooled({ pool_mode });
    const services = await Promise.all([startProgram(url), startProgram(url)]);
    const { database, close } = openDatabase(direct);
    closing.push(close);
    const { rows: locks } = await database.execute(
      sql`select pid from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(locks).toEqual([]);
    for (const service of services) {
      const owner = await person({ database });
      const login = await fetch(`${service}/api/accounts/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login: owner.user.email, password }),
      });
      expect(login.status).toBe(200);
      const proxy = await startProxy(service);
      closing.push(() => proxy.close());
      const ada = actor(proxy, owner.headers);
      const schema = await ada.schema(owner.organization.id, definition, `At ${service}`);
      const uploads = await Promise.all([1, 2, 3].map(() => ada.uploaded(schema.id, csv, 'text/csv')));
      expect(uploads.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete']);
      const searches = await Promise.all(
        Array.from({ length: 30 }, (_, value) =>
          ada.search({ schema: schema.id, filters: [{ label: 'number', value: String(value) }] }),
        ),
      );
      expect(searches.map(({ total }) => total)).toEqual(Array(30).fill(3));
    }
  });

  test('a statement that takes too long is cancelled, alone and in a transaction, and leaves no limit behind', async () => {
    const { url } = await pooled({ pool_mode });
    const { database, close } = openDatabase(url, undefined, { connections: 2, statementSeconds: 1 });
    closing.push(close);
    const slow = sql`select pg_sleep(20)`;
    const cancelled = { cause: { code: '57014' } };
    const alone = database.execute(slow);
    const inTransaction = database.transaction((transaction) => transaction.execute(slow));
    for (const { status, reason } of (await Promise.allSettled([
      alone,
      inTransaction,
    ])) as PromiseRejectedResult[])
      expect([status, reason]).toMatchObject(['rejected', cancelled]);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    expect((await other.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
    await other.end();
  });
});
