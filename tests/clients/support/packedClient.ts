/** Contract and client as `npm pack` makes them, in a folder outside of the repository. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The libraries that the two need, and the types of a program for Node. */
const libraries = ['zod', 'p-retry', 'is-network-error', '@types/node', 'undici-types'];

/**
 * Packs both, and unpacks them where a program finds them, without a registry: their libraries are links to the installed ones.
 * @returns the program's folder.
 */
export async function installPackedClient(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cloakroom-packed-'));
  const packages = ['contract', 'client'].flatMap((name) => ['-w', `packages/${name}`]);
  await run('npm', ['pack', '--silent', ...packages, '--pack-destination', folder]);
  for (const name of ['contract', 'client']) {
    const target = join(folder, 'node_modules/@cloakroom', name);
    await mkdir(target, { recursive: true });
    const tarball = (await readdir(folder)).find((file) => file.startsWith(`cloakroom-${name}-`))!;
    await run('tar', ['-xzf', join(folder, tarball), '-C', target, '--strip-components=1']);
  }
  await mkdir(join(folder, 'node_modules/@types'));
  for (const name of libraries)
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
  return folder;
}

const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
const modern = ['--target', 'es2023', '--lib', 'es2023,dom', '--module', 'nodenext', '--types', 'node'];

/** Checks programs with TypeScript, their libraries' types included. @returns what the compiler prints. */
export const typeCheck = (folder: string, ...words: string[]): Promise<string> =>
  run(
    process.execPath,
    [resolve('node_modules/typescript/bin/tsc'), '--noEmit', ...strict, ...modern, ...words],
    { cwd: folder },
  ).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
