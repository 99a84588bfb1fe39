/** Inserts thousands of datasets into the database, because calls would take too long. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Gives an organization datasets named "Drawer 1" and so on, half of them with a schema.
 * @param stack.databasePort - the port of the stack's embedded database.
 */
export async function insertDatasets(
  stack: { dataDir: string; databasePort: number },
  organization: string,
  count: number,
): Promise<void> {
  const password = readFileSync(join(stack.dataDir, 'database-password'), 'utf8').trim();
  const { databasePort: port } = stack;
  const database = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'cloakroom',
    password,
    database: 'cloakroom',
  });
  await database.connect();
  try {
    await database.query(
      `insert into datasets (id, organization_id, name, slug, description)
       select lpad(translate(i::text, '01', 'ab'), 22, 'D'), $1, 'Drawer ' || i, 'drawer-' || i, 'What drawer ' || i || ' holds'
       from generate_series(1, $2::int) i`,
      [organization, count],
    );
    await database.query(
      `insert into schemas (id, dataset_id, organization_id, creator_id, name, slug, definition)
       select lpad(id, 22, 'S') || 'S', id, $1, 'nobody', 'Letters', 'letters',
         '{"type": "object", "properties": {"name": {"type": "string"}}}'::json
       from datasets where organization_id = $1 and right(slug, 1) in ('0', '2', '4', '6', '8')`,
      [organization],
    );
  } finally {
    await database.end();
  }
}
