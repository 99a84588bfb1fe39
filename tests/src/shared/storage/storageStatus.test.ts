/** The worst luck that a database can have, and what is left of it: a page that works from memory, and a word about it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pages } from '#src/shared/storage/entries.ts';
import { forgetEverything } from '#src/shared/storage/forget.ts';
import { outbox } from '#src/shared/storage/outbox.ts';
import { tabSession } from '#src/shared/storage/session.ts';
import { storageStatus } from '#src/shared/storage/storageStatus.ts';

const ada = { email: 'ada@example.org', organization: 'one' };
const database = `console/${ada.email}/${ada.organization}`;

beforeEach(async () => {
  await forgetEverything();
  tabSession.write(ada);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  storageStatus.forget();
});

/** Every writing of a row fails as on a full disk, as long as it is asked to. */
function fullDisk(full: () => boolean): void {
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as (
    ...given: unknown[]
  ) => IDBRequest<IDBValidKey>;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (full()) throw new DOMException('No room.', 'QuotaExceededError');
    return put.apply(this, given);
  });
}

/** A database of another console, which stays open. */
const foreign = (version: number, letGo: boolean) =>
  new Promise<IDBDatabase>((resolve) => {
    const opened = indexedDB.open(database, version);
    opened.onsuccess = () => {
      if (letGo) opened.result.close();
      resolve(opened.result);
    };
  });

test('on a full disk the older half of the pages makes room', async () => {
  for (const key of ['oldest', 'older', 'newer', 'newest']) {
    await pages.put(key, key);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  let refusals = 1;
  fullDisk(() => refusals-- > 0);
  await pages.put('latest', 'latest');
  expect(await pages.get('oldest')).toBeUndefined();
  expect(await pages.get('older')).toBeUndefined();
  expect(await pages.get('newest')).toBe('newest');
  expect(await pages.get('latest')).toBe('latest');
  expect(storageStatus.get()).toBeNull();
});

test('where no room can be made the page works from memory, what is there stays readable, and no change is lost', async () => {
  await outbox.put({ id: 'before' });
  fullDisk(() => true);
  await pages.put('page', 'page');
  expect(storageStatus.get()).toBe('full');
  await outbox.put({ id: 'after' });
  expect(await outbox.all()).toEqual(expect.arrayContaining([{ id: 'before' }, { id: 'after' }]));
  await outbox.remove('after');
  expect(await outbox.all()).toEqual([{ id: 'before' }]);
});

test('a change that waits takes the room of pages', async () => {
  await pages.put('page', 'page');
  let refusals = 1;
  fullDisk(() => refusals-- > 0);
  await outbox.put({ id: 'change' });
  expect(storageStatus.get()).toBeNull();
  expect(await outbox.all()).toEqual([{ id: 'change' }]);
  expect(await pages.get('page')).toBeUndefined();
});

test('a database of a newer console is not touched', async () => {
  await foreign(990, true);
  await pages.put('page', 'page');
  expect(storageStatus.get()).toBe('newer');
  expect((await indexedDB.databases()).find(({ name }) => name === database)?.version).toBe(990);
});

test('one that an older tab holds is not waited for', async () => {
  const held = await foreign(10, false);
  // No time passes: whoever waited for any would do so for ever.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  expect(await pages.get('page')).toBeUndefined();
  expect(storageStatus.get()).toBe('blocked');
  held.close();
});

test('without storage nothing is kept, nothing fails, and changes wait in memory', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Forbidden.', 'SecurityError');
  });
  await pages.put('page', 'page');
  expect(await pages.get('page')).toBeUndefined();
  await outbox.put({ id: 'change' });
  expect(await outbox.all()).toEqual([{ id: 'change' }]);
  expect(storageStatus.get()).toBe('absent');
  await outbox.remove('change');
});

test('what waits is kept, and found again, where opening the database takes longer than pages are waited for', async () => {
  const known = Reflect.get(IDBFactory.prototype, 'databases');
  const slow = () =>
    vi.spyOn(IDBFactory.prototype, 'databases').mockImplementation(async function (this: IDBFactory) {
      await new Promise((resolve) => setTimeout(resolve, 1200));
      return known.call(this);
    });
  /** The outbox as a page has it that was loaded anew. */
  const afterReload = async () => {
    vi.resetModules();
    return (await import('#src/shared/storage/outbox.ts')).outbox;
  };
  slow();
  await outbox.put({ id: 'change' });
  vi.restoreAllMocks();
  expect(await (await afterReload()).all()).toEqual([{ id: 'change' }]);
  slow();
  expect(await (await afterReload()).all()).toEqual([{ id: 'change' }]);
});

test('a database that was deleted under an open page is made anew', async () => {
  await pages.put('page', 'page');
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(database).onsuccess = resolve;
  });
  expect(await pages.get('page')).toBeUndefined();
  await pages.put('page', 'again');
  expect(await pages.get('page')).toBe('again');
  expect(storageStatus.get()).toBeNull();
});

test('whoever listens is told of the first trouble, once', () => {
  const listener = vi.fn();
  const unsubscribe = storageStatus.subscribe(listener);
  storageStatus.report('full');
  storageStatus.report('lost');
  expect(storageStatus.get()).toBe('full');
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
});
