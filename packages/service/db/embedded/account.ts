/** PostgreSQL refuses to run as root: finds the account that it runs as instead, and checks what that can access. */
import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const name = 'postgres';

/** The account to run as; undefined for the current one. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * The account for the database: the current one, or for root the user `postgres`, which is created if missing.
 * @throws {Error} if it is missing and can't be created.
 */
export async function databaseAccount(): Promise<Account> {
  if (userInfo().uid !== 0) return undefined;
  const existing = await idsOfName();
  if (existing) return existing;
  await run('useradd', ['--system', '--user-group', '--no-create-home', name]).catch(() => undefined);
  const created = await idsOfName();
  if (created) return created;
  throw new Error(
    `The database can't run as root and the user "${name}" can't be made here. ` +
      'Start as another user, or give a database by DATABASE_URL.',
  );
}

async function idsOfName(): Promise<Account> {
  try {
    const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(user.stdout), gid: Number(group.stdout) };
  } catch {
    return undefined;
  }
}

/** Whether the account may enter every folder above `path`, which itself need not exist. */
export async function canAccess(account: Account, path: string): Promise<boolean> {
  if (!account) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stats = await lstat(folder).catch(() => undefined);
    if (stats) {
      const shift = stats.uid === account.uid ? 6 : stats.gid === account.gid ? 3 : 0;
      if (!((stats.mode >> shift) & 1)) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}
