/** Which programs use the embedded database: each holds a lock on a connection of its own, which ends with the program. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Any number that nothing else locks in the database `postgres`. */
const lock = 7_320_618;
const reconnectMs = 500;

/**
 * Let other programs know that this one uses the server. The lock is taken again when the server was started anew.
 * @param connect - a connection to the database `postgres`.
 * @returns what ends it.
 */
export async function announceUse(connect: () => Promise<pg.Client>): Promise<() => Promise<void>> {
  const ended = new AbortController();
  let present: pg.Client;
  const hold = async () => {
    const client = await connect();
    await client.query('select pg_advisory_lock_shared($1)', [lock]);
    present = client;
    client.once('end', () => void holdAgain());
    if (ended.signal.aborted) await client.end();
  };
  const holdAgain = async () => {
    while (!ended.signal.aborted)
      try {
        await sleep(reconnectMs, undefined, { signal: ended.signal, ref: false });
        await hold();
        return;
      } catch {
        // The server is still away.
      }
  };
  await hold();
  return async () => {
    ended.abort();
    await present.end();
  };
}

/** Whether a program uses the server, or an operator is connected to it. This program's own use must have ended. */
export async function usedByOthers(connect: () => Promise<pg.Client>): Promise<boolean> {
  const client = await connect();
  try {
    // A connection that was closed a moment ago may still be listed.
    for (let tries = 10; ; tries--) {
      const { rows } = await client.query<{ used: boolean; connected: boolean }>(
        `select not pg_try_advisory_lock($1) as used, exists (
           select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
         ) as connected`,
        [lock],
      );
      const [{ used, connected }] = rows as [{ used: boolean; connected: boolean }];
      if (!used && !connected) return false;
      if (!used) await client.query('select pg_advisory_unlock($1)', [lock]);
      if (tries === 0) return true;
      await sleep(50);
    }
  } finally {
    await client.end();
  }
}
