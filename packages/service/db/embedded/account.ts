/** PostgreSQL refuses to run as root: the account that it runs as instead, and what that account can reach. */
import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const name = 'postgres';

/** Whom to run as; undefined means as ourselves. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * The account for the database: ourselves, or as root the user `postgres`, made when missing.
 * @throws {Error} when it is missing and can't be made.
 */
export async function databaseAccount(): Promise<Account> {
  if (userInfo().uid !== 0) return undefined;
  const known = await idsOfName();
  if (known) return known;
  await run('useradd', ['--system', '--user-group', '--no-create-home', name]).catch(() => undefined);
  const made = await idsOfName();
  if (made) return made;
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

/** Whether the account may pass through every folder on the way to `path`, which need not exist itself. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  if (!account) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const about = await lstat(folder).catch(() => undefined);
    if (about) {
      const shift = about.uid === account.uid ? 6 : about.gid === account.gid ? 3 : 0;
      if (!((about.mode >> shift) & 1)) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}
