/** The alternative: the same rows in plain text, with a B-tree on every column. */
import { once } from 'node:events';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import type { Filter } from '@cloakroom/contract/records.ts';
import { columns, csvOf } from './data.ts';
import type { Answer, Query } from './queries.ts';

const names = Object.keys(columns);
const table = 'bench_search';

/** The SQL of a filter; its parameters are appended to `values`. */
function condition({ label, operator = '=', value, value2 }: Filter, values: unknown[]): string {
  const parameter = (argument: unknown) => `$${values.push(argument)}`;
  if (operator === 'between') return `"${label}" between ${parameter(value)} and ${parameter(value2)}`;
  return `"${label}" ${operator} ${parameter(value)}`;
}

/** Copies the rows into a table, indexes and analyzes it. Queries use a pool, as the service does. */
export async function openPlain(url: string, records: number) {
  const pool = new pg.Pool({ connectionString: url });
  await pool.query(`drop table if exists ${table}`);
  const list = names.map((name) => `"${name}"`).join(', ');
  await pool.query(
    `create table ${table} (id serial primary key, ${Object.entries(columns)
      .map(([name, type]) => `"${name}" ${type} not null`)
      .join(', ')})`,
  );
  const client = await pool.connect();
  const stream = client.query(from(`copy ${table} (${list}) from stdin (format csv, header)`));
  for (const chunk of csvOf(records)) if (!stream.write(chunk)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
  client.release();
  for (const name of names) await pool.query(`create index on ${table} ("${name}")`);
  await pool.query(`vacuum analyze ${table}`);

  const totalOf = async (sql: string, values: unknown[]) =>
    (await pool.query<{ total: number | null }>(sql, values)).rows[0]?.total ?? 0;
  return {
    /** An exact count and a page, in upload order by default; or an aggregate. */
    async ask({ filters, page, order, sum }: Query): Promise<Answer> {
      const values: unknown[] = [];
      const where = filters.map((filter) => condition(filter, values)).join(' and ') || 'true';
      if (sum) {
        const sql = `select sum("${sum}")::float8 as total from ${table} where ${where}`;
        return { total: await totalOf(sql, values), records: [] };
      }
      const total = await totalOf(`select count(*)::int as total from ${table} where ${where}`, values);
      if (!page) return { total, records: [] };
      const { rows } = await pool.query<{ id: number }>(
        `select * from ${table} where ${where} order by ${order ? `"${order}", ` : ''}id limit ${page.limit} offset ${page.offset}`,
        values,
      );
      return { total, records: rows.map(({ id }) => id - 1) };
    },
    /** Bytes of the columns' B-trees per row. */
    async indexBytes(): Promise<number> {
      const { rows } = await pool.query<{ bytes: string }>(
        `select pg_indexes_size('${table}') - pg_relation_size('${table}_pkey') as bytes`,
      );
      return Number(rows[0]?.bytes) / records;
    },
    async close() {
      await pool.query(`drop table if exists ${table}`);
      await pool.end();
    },
  };
}
