/** Bundles programs and their threads: loaded module by module, they take two to three times as long to start. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { basename, dirname, join } from 'node:path';
import { buildSync, type BuildOptions } from 'esbuild';

/** The repository's own packages become part of the file. */
const packages = Object.fromEntries(
  readdirSync('packages').map((name) => [`@cloakroom/${name}`, `./packages/${name}`]),
);

/** Dependencies are not bundled: they are resolved from the folder of the bundle, in a package or in the repository. */
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

/** Another process may start the file at the same time: it finds the old one or the complete new one. */
function writeAtomically(file: string, content: Uint8Array | string): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}

/** What every bundle depends on besides its sources: these options and the bundler. */
const commonSources = ['tools/bundle.ts', 'package-lock.json'];

/** When the sources of a bundle were read, their names, and a hash of their content. */
type BundleRecord = { readAt: number; sources: string[]; digest: string };

function digestOf(sources: string[]): string {
  const hash = createHash('sha256');
  for (const name of [...commonSources.filter((name) => existsSync(name)), ...sources])
    hash.update(`${name}\0`).update(readFileSync(name)).update('\0');
  return hash.digest('hex');
}

/** @param readAt - when the bundler began to read. If a source has changed since, the digest is empty, so that it is bundled again. */
const bundleRecord = (readAt: number, sources: string[]): BundleRecord => ({
  readAt,
  sources,
  digest: sources.every((name) => statSync(name).mtimeMs < readAt) ? digestOf(sources) : '',
});

/** The record of an existing bundle whose sources have not changed; null otherwise. */
function recordIfUnchanged(file: string, record: string): BundleRecord | null {
  if (!existsSync(file) || !existsSync(record)) return null;
  try {
    const made = JSON.parse(readFileSync(record, 'utf8')) as BundleRecord;
    return digestOf(made.sources) === made.digest ? made : null;
  } catch {
    // A source no longer exists, or the record is damaged.
    return null;
  }
}

/**
 * Bundles a module and its own imports into one file, unless it exists and its sources are unchanged. Its errors name the lines
 * of the sources under Node's `--enable-source-maps`.
 * @param entry - the first module, as seen from the repository's folder.
 * @returns the file's path.
 * @throws {Error} naming file and line when a source can't be read as TypeScript.
 */
export const bundle = (entry: string): string => bundleWithSources(entry).file;

function bundleWithSources(entry: string): { file: string; sources: string[] } {
  const folder = join(entry.startsWith('packages') ? dirname(entry) : '', 'build');
  const file = join(folder, entry.replaceAll(/[/\\]/g, '-').replace(/ts$/, 'mjs'));
  const record = `${file}.sources.json`;
  const before = recordIfUnchanged(file, record);
  if (before) return { file, sources: before.sources };
  const readAt = Date.now();
  const { outputFiles, metafile } = buildSync({ ...options, entryPoints: [entry], outfile: file });
  const sources = Object.keys(metafile.inputs);
  const made = bundleRecord(readAt, sources);
  writeAtomically(file, outputFiles[0]!.contents);
  writeAtomically(record, JSON.stringify(made));
  return { file, sources };
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
 * Bundles the command line, with what few commands need in separate files, and the proxy's threads.
 * `sources.json` names the sources and says when they were read: `packages/proxy/bin/cloakroom.mjs` starts the bundle while none of
 * them is newer.
 * @throws {Error} of {@link bundle}.
 */
export function bundleCommandLine(): void {
  const { entry, folder } = commandLine;
  const readAt = Date.now();
  const threadSources = bundleProxyThreads();
  const record = join(folder, 'sources.json');
  const before = recordIfUnchanged(join(folder, 'cli.mjs'), record);
  if (before) {
    writeAtomically(record, JSON.stringify({ ...before, readAt }));
    return;
  }
  const { outputFiles, metafile } = buildSync({
    ...options,
    entryPoints: [entry],
    outdir: folder,
    splitting: true,
    outExtension: { '.js': '.mjs' },
  });
  const sources = [...new Set([...threadSources, ...Object.keys(metafile.inputs)])];
  const made = bundleRecord(readAt, sources);
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  // The entry is written last: by then the files that it imports exist.
  for (const { name, contents } of files.sort(({ name }) => (name === 'cli.mjs' ? 1 : -1)))
    writeAtomically(join(folder, name), contents);
  writeAtomically(record, JSON.stringify(made));
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
