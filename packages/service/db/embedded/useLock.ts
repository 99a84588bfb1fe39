/** Tracks which programs use the embedded database: each holds an advisory lock on a connection of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** An arbitrary key that nothing else locks in the database `postgres`. */
const advisoryLockKey = 7_320_618;
const reconnectDelayMs = 500;

/**
 * Holds the shared lock, so that other programs do not stop the server. It is acquired again after a restart of the server.
 * @param connect - connects to the database `postgres`.
 * @returns a function that releases the lock.
 */
export async function holdUseLock(connect: () => Promise<pg.Client>): Promise<() => Promise<void>> {
  const ended = new AbortController();
  let current: pg.Client;
  const hold = async () => {
    const client = await connect();
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLockKey]);
    current = client;
    client.once('end', () => void holdAgain());
    if (ended.signal.aborted) await client.end();
  };
  const holdAgain = async () => {
    while (!ended.signal.aborted)
      try {
        await sleep(reconnectDelayMs, undefined, { signal: ended.signal, ref: false });
        await hold();
        return;
      } catch {
        // The server is not running yet.
      }
  };
  await hold();
  return async () => {
    ended.abort();
    await current.end();
  };
}

/** Whether another program uses the server, or an operator is connected. This program must have released its lock. */
export async function usedByOthers(connect: () => Promise<pg.Client>): Promise<boolean> {
  const client = await connect();
  try {
    // A connection that was just closed may still be listed.
    for (let tries = 10; ; tries--) {
      const { rows } = await client.query<{ used: boolean; connected: boolean }>(
        `select not pg_try_advisory_lock($1) as used, exists (
           select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
         ) as connected`,
        [advisoryLockKey],
      );
      const [{ used, connected }] = rows as [{ used: boolean; connected: boolean }];
      if (!used && !connected) return false;
      if (!used) await client.query('select pg_advisory_unlock($1)', [advisoryLockKey]);
      if (tries === 0) return true;
      await sleep(50);
    }
  } finally {
    await client.end();
  }
}
