/**
 * A disk that fails on chosen files. Use in a test file: `vi.mock('node:fs/promises', async (original) => (await
 * import('#tests/support/faultyDisk.ts')).faulty(await original()))`.
 */
import type * as SyncFileSystem from 'node:fs';
import type * as FileSystem from 'node:fs/promises';

/** The file `path`, or each file whose path matches it, can't be read, or can't be written: created, replaced, removed. */
export type Fault = { path: string | RegExp; on: 'read' | 'write'; code: string };

/** The faults in effect. */
export const faults = new Set<Fault>();

/** Adds a fault, which lasts until the returned function is called. */
export function fail(fault: Fault): () => void {
  faults.add(fault);
  return () => faults.delete(fault);
}

/** Whether a path is the file, or a temporary file that is renamed to it. */
const isFileOrTemporary = (path: string, text: string) =>
  text === path || (text.startsWith(`${path}.`) && /^[.][0-9a-f]{12}[.]tmp$/.test(text.slice(path.length)));

function check(on: Fault['on'], call: string, path: unknown): void {
  const text = String(path);
  for (const fault of faults) {
    if (fault.on !== on) continue;
    const isAffected =
      typeof fault.path === 'string' ? isFileOrTemporary(fault.path, text) : fault.path.test(text);
    if (!isAffected) continue;
    const error = new Error(`${fault.code}: injected, ${call} '${text}'`);
    throw Object.assign(error, { code: fault.code, syscall: call, path: text });
  }
}

/** The real file system with the {@link faults}. */
export function faulty(real: typeof FileSystem): typeof FileSystem {
  const withFaults = {
    ...real,
    readFile: async (path: string, ...rest: []) => {
      check('read', 'open', path);
      return real.readFile(path, ...rest);
    },
    readdir: async (path: string, ...rest: []) => {
      check('read', 'scandir', path);
      return real.readdir(path, ...rest);
    },
    open: async (path: string, flags = 'r', ...rest: []) => {
      check(/^r\+?$/.test(flags) ? 'read' : 'write', 'open', path);
      return real.open(path, flags, ...rest);
    },
    rename: async (from: string, to: string) => {
      check('write', 'rename', from);
      check('write', 'rename', to);
      return real.rename(from, to);
    },
    link: async (from: string, to: string) => {
      check('write', 'link', to);
      return real.link(from, to);
    },
    mkdir: async (path: string, ...rest: []) => {
      if (await real.stat(path).catch(() => null)) return undefined;
      check('write', 'mkdir', path);
      return real.mkdir(path, ...rest);
    },
    rm: async (path: string, ...rest: []) => {
      if (await real.stat(path).catch(() => null)) check('write', 'unlink', path);
      return real.rm(path, ...rest);
    },
    writeFile: async (path: string, ...rest: [string]) => {
      check('write', 'open', path);
      return real.writeFile(path, ...rest);
    },
  };
  return { ...withFaults, default: withFaults } as unknown as typeof FileSystem;
}

/** The same for the synchronous calls of `node:fs`: reading, writing, renaming and linking a file. */
export function faultySync(real: typeof SyncFileSystem): typeof SyncFileSystem {
  const withFaults = {
    ...real,
    readFileSync: (path: string, ...rest: []) => {
      check('read', 'open', path);
      return real.readFileSync(path, ...rest);
    },
    writeFileSync: (path: string, ...rest: [string]) => {
      check('write', 'open', path);
      real.writeFileSync(path, ...rest);
    },
    renameSync: (from: string, to: string) => {
      check('write', 'rename', to);
      real.renameSync(from, to);
    },
    linkSync: (from: string, to: string) => {
      check('write', 'link', to);
      real.linkSync(from, to);
    },
  };
  return { ...withFaults, default: withFaults } as unknown as typeof SyncFileSystem;
}
