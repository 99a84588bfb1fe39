/** What a user would pick instead: the same rows in plain text, copied into a table with an index on every column. */
import { once } from 'node:events';
import pg from 'pg';
import { from } from 'pg-copy-streams';

/** Copy rows of numbers into a fresh table with a B-tree on each column, and give the seconds it took. */
export async function copyPlain(url: string, columns: string[], rows: number[][]): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('DROP TABLE IF EXISTS bench_plain');
    await client.query(
      `CREATE TABLE bench_plain (${columns.map((name) => `${name} double precision`).join(', ')})`,
    );
    for (const name of columns) await client.query(`CREATE INDEX ON bench_plain (${name})`);
    const started = performance.now();
    const stream = client.query(from('COPY bench_plain FROM STDIN'));
    for (let at = 0; at < rows.length; at += 5000) {
      const text = rows
        .slice(at, at + 5000)
        .map((row) => row.join('\t'))
        .join('\n');
      if (!stream.write(`${text}\n`)) await once(stream, 'drain');
    }
    stream.end();
    await once(stream, 'finish');
    return (performance.now() - started) / 1000;
  } finally {
    await client.query('DROP TABLE IF EXISTS bench_plain');
    await client.end();
  }
}
