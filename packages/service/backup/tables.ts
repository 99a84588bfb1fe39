/** The tables of a database and its applied migrations. */
import type { ClientBase } from 'pg';
import type { AppliedMigration } from './format.ts';

/** A table with its columns in order. */
export type Table = { name: string; columns: string[] };

/** Quotes an identifier for a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The tables of the schema `public`, each after those that it references. Partitions are parts of their table. */
export async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace group by c.relname order by c.relname`,
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select f.relname as "from", t.relname as "to" from pg_constraint k
       join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  );
  const order = fillOrder(
    rows.map(({ name }) => name),
    references,
  );
  return order.map((name) => rows.find((row) => row.name === name)!);
}

/** The applied migrations of a database, in order; empty for a new database. */
export async function appliedMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (tables[0]?.name == null) return [];
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ hash, created_at }) => ({ hash, millis: Number(created_at) }));
}

/** The tables that have rows. */
export async function filledTables(client: ClientBase): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of await tablesOf(client)) {
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rowCount) filled.push(name);
  }
  return filled;
}

/**
 * Sorts tables topologically: each after those that it references. References to itself don't count.
 * @throws {Error} if references are circular.
 */
function fillOrder(tables: readonly string[], references: readonly { from: string; to: string }[]): string[] {
  const ordered: string[] = [];
  let remaining = [...tables];
  while (remaining.length > 0) {
    const ready = remaining.filter(
      (table) => !references.some(({ from, to }) => from === table && to !== table && remaining.includes(to)),
    );
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${remaining.join(', ')}.`);
    ordered.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return ordered;
}
