/** Contract and client as `npm pack` makes them, in a folder outside of the repository. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The dependencies of both packages, and the types of a program for Node. */
const libraries = ['zod', 'p-retry', 'is-network-error', '@types/node', 'undici-types'];

/**
 * Packs both, and unpacks them into a program's folder, without a registry: their dependencies are links to the installed ones.
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

const strictOptions = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
const targetOptions = [
  '--target',
  'es2023',
  '--lib',
  'es2023,dom',
  '--module',
  'nodenext',
  '--types',
  'node',
];

/** Checks programs and the types of their libraries with TypeScript. @returns the compiler's output. */
export const typeCheck = (folder: string, ...parameters: string[]): Promise<string> =>
  run(
    process.execPath,
    [
      resolve('node_modules/typescript/bin/tsc'),
      '--noEmit',
      ...strictOptions,
      ...targetOptions,
      ...parameters,
    ],
    { cwd: folder },
  ).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
