/** The comparison: the same rows in plain text, copied into a table with an index on every column. */
import { once } from 'node:events';
import pg from 'pg';
import { from } from 'pg-copy-streams';

/**
 * Copy CSV without a header into a fresh table with a B-tree on each column, and give the seconds it took.
 * @param columns - names and types, in the order of the cells.
 */
export async function copyPlain(
  url: string,
  columns: Record<string, string>,
  pieces: Iterable<Buffer>,
): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('DROP TABLE IF EXISTS bench_plain');
    const described = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
    await client.query(`CREATE TABLE bench_plain (${described.join(', ')})`);
    for (const name of Object.keys(columns)) await client.query(`CREATE INDEX ON bench_plain ("${name}")`);
    const started = performance.now();
    const stream = client.query(from('COPY bench_plain FROM STDIN (FORMAT csv)'));
    for (const piece of pieces) if (!stream.write(piece)) await once(stream, 'drain');
    stream.end();
    await once(stream, 'finish');
    return (performance.now() - started) / 1000;
  } finally {
    await client.query('DROP TABLE IF EXISTS bench_plain');
    await client.end();
  }
}
