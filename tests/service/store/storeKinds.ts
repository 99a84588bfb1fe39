/** The kinds of stores that the tests run against: real ones, made empty for each test file. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startFlakyServer } from '#tests/support/flakyServer.ts';

export type StoreKind = 'postgres' | 'folder' | 's3';

/** How a store fails. */
export type StoreFault = 'hangs' | 'refuses' | 'is gone' | 'is full';

const diskBytes = 48 * 1024 * 1024;

/** An empty store. */
export type EmptyStore = {
  url: string;
  /** The faults that it can have. */
  faults: StoreFault[];
  /** Makes it fail, until the returned function is called. */
  fail: (fault: StoreFault) => Promise<() => Promise<void>>;
  remove: () => Promise<void>;
};

/** `npm run test:stores` sets the variable, and runs the tests against real object stores. */
export const testedKinds: StoreKind[] = process.env.TEST_STORES ? ['s3'] : ['postgres', 'folder'];
/** Those that have objects. */
export const objectKinds = testedKinds.filter((kind) => kind !== 'postgres');

export function createEmptyStore(kind: StoreKind): Promise<EmptyStore> {
  if (kind === 's3') return emptyBucket();
  return kind === 'folder' ? emptyFolder() : Promise.resolve(rows);
}

const noFault = () => Promise.reject(new Error('This store has no such fault.'));
const rows: EmptyStore = { url: '', faults: [], fail: noFault, remove: () => Promise.resolve() };

/** Root gets a disk of its own for it, which can be full. */
async function emptyFolder(): Promise<EmptyStore> {
  const disk = await mkdtemp(join(tmpdir(), 'cloakroom-store-'));
  const isRoot = userInfo().uid === 0;
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', disk]);
  const [folder, away, filler] = ['store', 'away', 'filler'].map((name) => join(disk, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(folder);
  return {
    url: pathToFileURL(folder).href,
    faults: isRoot ? ['is gone', 'is full'] : ['is gone'],
    async fail(fault) {
      if (fault === 'is full') {
        await writeFile(filler, Buffer.alloc(diskBytes)).catch(() => undefined);
        return () => rm(filler);
      }
      await rename(folder, away);
      return () => rename(away, folder);
    },
    async remove() {
      if (isRoot) execFileSync('umount', ['-l', disk]);
      await rm(disk, { recursive: true, force: true });
    },
  };
}

/** A bucket behind a server that can fail. */
async function emptyBucket(): Promise<EmptyStore> {
  const { newBucket } = await import('#tools/servers/objectStore.ts');
  const {
    TEST_STORE_ENDPOINT: address,
    AWS_ACCESS_KEY_ID: accessKeyId = '',
    AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
  } = process.env;
  if (address === undefined)
    throw new Error('Run this by `npm run test:stores`, which starts an object store.');
  const url = new URL(await newBucket({ endpoint: address, credentials: { accessKeyId, secretAccessKey } }));
  const endpoint = new URL(address);
  const server = await startFlakyServer(Number(endpoint.port));
  endpoint.port = String(server.port);
  url.searchParams.set('endpoint', endpoint.origin);
  return {
    url: url.href,
    faults: ['hangs', 'refuses'],
    fail(fault) {
      server.behave(fault === 'hangs' ? 'hang' : 'refuse');
      return Promise.resolve(() => {
        server.behave('forward');
        return Promise.resolve();
      });
    },
    remove: () => server.close(),
  };
}
