/** Bundles programs and their threads: loaded module by module, they take two to three times as long to start. */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildSync, type BuildOptions } from 'esbuild';

/** The repository's own packages become part of the file. */
const packages = Object.fromEntries(
  readdirSync('packages').map((name) => [`@cloakroom/${name}`, `./packages/${name}`]),
);

/** Dependencies are not part of the files. They are resolved from where these are: within a package, or else the repository. */
const options = {
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  alias: packages,
  sourcemap: 'inline',
  sourcesContent: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** Others may be starting a file meanwhile: they find the old one or the new one, whole. */
function writeWhole(file: string, content: Uint8Array | string): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}

/**
 * Bundles a module and its own imports into one file. Its errors name the lines of the sources under Node's
 * `--enable-source-maps`.
 * @param entry - the first module, as seen from the repository's folder.
 * @returns the file's path.
 * @throws {Error} naming file and line when a source can't be read as TypeScript.
 */
export const bundle = (entry: string): string => bundleWithSources(entry).file;

function bundleWithSources(entry: string): { file: string; sources: string[] } {
  const folder = join(entry.startsWith('packages') ? dirname(entry) : '', 'build');
  const file = join(folder, entry.replaceAll(/[/\\]/g, '-').replace(/ts$/, 'mjs'));
  const { outputFiles, metafile } = buildSync({ ...options, entryPoints: [entry], outfile: file });
  writeWhole(file, outputFiles[0]!.contents);
  return { file, sources: Object.keys(metafile.inputs) };
}

const proxyThreads = [
  'packages/proxy/upload/sealThread.ts',
  'packages/proxy/compaction/compactionThread.ts',
  'packages/proxy/export/lineThread.ts',
];

/**
 * Bundles the threads of the proxy, which starts them with `BUNDLED_THREADS=1` in its environment.
 * @returns the paths of their sources.
 * @throws {Error} of {@link bundle}.
 */
export const bundleProxyThreads = (): string[] =>
  proxyThreads.flatMap((thread) => bundleWithSources(thread).sources);

const commandLine = { entry: 'packages/proxy/cli.ts', folder: 'packages/proxy/build/cli' };
/** A command that is running may load a file of the bundle that it was started from. */
const maxCommandMs = 24 * 3_600_000;

/**
 * Bundles the command line, with what most commands do without in files of its own, and the proxy's threads.
 * `sources.json` names the sources and says when they were read: `packages/proxy/bin/cloakroom.mjs` starts the bundle while none of
 * them is newer.
 * @throws {Error} of {@link bundle}.
 */
export function bundleCommandLine(): void {
  const { entry, folder } = commandLine;
  const readAt = Date.now();
  const threadSources = bundleProxyThreads();
  const { outputFiles, metafile } = buildSync({
    ...options,
    entryPoints: [entry],
    outdir: folder,
    splitting: true,
    outExtension: { '.js': '.mjs' },
  });
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  // The entry comes last: what it imports is there by then.
  for (const { name, contents } of files.sort(({ name }) => (name === 'cli.mjs' ? 1 : -1)))
    writeWhole(join(folder, name), contents);
  const sources = [...new Set([...threadSources, ...Object.keys(metafile.inputs)])];
  writeWhole(join(folder, 'sources.json'), JSON.stringify({ readAt, sources }));
  for (const name of readdirSync(folder)) {
    const isUsed = name === 'sources.json' || files.some((file) => file.name === name);
    const file = join(folder, name);
    if (!isUsed && statSync(file).mtimeMs < readAt - maxCommandMs) rmSync(file, { force: true });
  }
}

/**
 * Bundles a program, and with the proxy its threads and the command line.
 * @returns the program's file.
 * @throws {Error} of {@link bundle}.
 */
export function bundleProgram(entry: string): string {
  if (entry === 'packages/proxy/main.ts') bundleCommandLine();
  return bundle(entry);
}
