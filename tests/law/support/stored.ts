/** Counts the rows of a schema in the service's tables, published or not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

export type Stored = {
  /** Records in stored groups. */
  records: number;
  uploads: number;
  segments: number;
  /** Segments that the manifest does not name. */
  loose: number;
};

/** Counts the rows of a schema's records, uploads and segments. */
export async function stored(database: { dataDir: string; port: number }, schema: string): Promise<Stored> {
  const password = readFileSync(join(database.dataDir, 'database-password'), 'utf8').trim();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: database.port,
    user: 'cloakroom',
    database: 'cloakroom',
    password,
  });
  await client.connect();
  try {
    const { rows } = await client.query<Stored>(
      `select
        (select coalesce(sum(get_byte(data, 0)), 0)::int from record_groups
          join uploads using (upload) where uploads.schema_id = $1) as records,
        (select count(*)::int from uploads where schema_id = $1) as uploads,
        (select count(*)::int from segments where schema_id = $1) as segments,
        (select count(*)::int from segments where schema_id = $1 and loose is not null) as loose`,
      [schema],
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}
