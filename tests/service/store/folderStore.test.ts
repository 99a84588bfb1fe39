/** Objects as files of a folder. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { folderStore } from '@cloakroom/service/store/folderStore.ts';
import { inChunks, measured } from '@cloakroom/service/store/objectSource.ts';
import { ObjectLost, StoreUnavailable } from '@cloakroom/service/store/objectStore.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

let folder: string;
beforeEach(async () => void (folder = await temporaryFolder()));

const open = () => folderStore(pathToFileURL(folder).href, folder);
const of = (text: string) => measured(() => inChunks([Buffer.from(text)]));

test('a file is readable by its owner alone, and no other one is left beside it', async () => {
  const store = open();
  await store.put('cloakroom-store', await of('id'));
  await store.put('schema/object', await of('content'));
  expect(await readdir(join(folder, 'schema'))).toEqual(['object']);
  expect((await stat(join(folder, 'schema/object'))).mode & 0o777).toBe(0o600);
  expect((await store.read('schema/object', 3, 4)).toString()).toBe('tent');
});

test('a write that fails in the middle leaves no file, and the error of a full disk is passed on', async () => {
  const store = open();
  await store.put('cloakroom-store', await of('id'));
  const { sha256, md5 } = await of('');
  async function* full() {
    yield Buffer.from('some');
    await Promise.reject(
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    );
  }
  const source = { bytes: 10, sha256, md5, open: full };
  await expect(store.put('schema/object', source)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await readdir(join(folder, 'schema'))).toEqual([]);
  await expect(store.read('schema/object', 0, 1)).rejects.toBeInstanceOf(ObjectLost);
});

test('lists objects by prefix, and forgets those that were deleted', async () => {
  const store = open();
  for (const name of ['cloakroom-store', 'one/a', 'one/b', 'other/a']) await store.put(name, await of(name));
  const list = async (prefix: string) => {
    const names: string[] = [];
    for await (const { name } of store.list(prefix)) names.push(name);
    return names.sort();
  };
  expect(await list('one/')).toEqual(['one/a', 'one/b']);
  expect(await list('')).toHaveLength(4);
  await store.remove('one/a');
  await store.remove('one/a');
  expect(await list('o')).toEqual(['one/b', 'other/a']);
});

test('deletes all objects of a prefix with their folder, and those that were not written to their end; no others', async () => {
  const store = open();
  for (const name of ['cloakroom-store', 'one/a', 'one/b', 'other/a']) await store.put(name, await of(name));
  await writeFile(join(folder, 'one/c.part'), 'unfinished');
  expect(await store.removePrefix('one/')).toBe(3);
  expect((await readdir(folder)).sort()).toEqual(['cloakroom-store', 'other']);
  expect(await store.removePrefix('one/')).toBe(0);
  await store.put('one/a', await of('again'));
  expect((await store.read('one/a', 0, 5)).toString()).toBe('again');
});

test('a folder without its marker is unavailable and not empty, so that an unmounted disk loses nothing', async () => {
  const store = open();
  await expect(store.read('schema/object', 0, 1)).rejects.toBeInstanceOf(StoreUnavailable);
  await expect(store.put('schema/object', await of('content'))).rejects.toBeInstanceOf(StoreUnavailable);
  await expect(store.removePrefix('schema/')).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await readdir(folder)).toEqual([]);
});

test('a missing folder, and a file in its place, can’t be used', async () => {
  await rm(folder, { recursive: true });
  await expect(open().check()).rejects.toThrow('there is no such folder');
  await writeFile(folder, '');
  await expect(open().check()).rejects.toThrow('it is not a folder');
  await rm(folder);
  await mkdir(folder);
  await open().check();
});
