/** Failures of the browser's storage: the page works from memory and reports it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { localCache } from '#src/shared/storage/localCache.ts';
import { deleteSessionData } from '#src/shared/storage/localData.ts';
import { outbox } from '#src/shared/storage/outbox.ts';
import { tabSession } from '#src/shared/storage/session.ts';
import { storageStatus } from '#src/shared/storage/storageStatus.ts';

const ada = { email: 'ada@example.org', organization: 'one' };
const database = `console/${ada.email}/${ada.organization}`;

beforeEach(async () => {
  await deleteSessionData();
  tabSession.write(ada);
});
afterEach(() => {
  vi.restoreAllMocks();
  storageStatus.forget();
});

/** Makes every write fail with QuotaExceededError while `full` returns true. */
function fullDisk(full: () => boolean): void {
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as (...args: unknown[]) => IDBRequest<IDBValidKey>;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (full()) throw new DOMException('No room.', 'QuotaExceededError');
    return put.apply(this, args);
  });
}

/** Opens the database with another version, and keeps it open. */
const openVersion = (version: number) =>
  new Promise<IDBDatabase>((resolve) => {
    const opened = indexedDB.open(database, version);
    opened.onsuccess = () => resolve(opened.result);
  });

test('on a full disk the older half of the pages is deleted', async () => {
  for (const key of ['oldest', 'older', 'newer', 'newest']) {
    await localCache.put(key, key);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  let refusals = 1;
  fullDisk(() => refusals-- > 0);
  await localCache.put('latest', 'latest');
  expect(await localCache.get('oldest')).toBeUndefined();
  expect(await localCache.get('older')).toBeUndefined();
  expect(await localCache.get('newest')).toBe('newest');
  expect(await localCache.get('latest')).toBe('latest');
  expect(storageStatus.get()).toBeNull();
});

test('if no room can be made the page works from memory, stored changes stay readable, and no change is lost', async () => {
  await outbox.put({ id: 'before' });
  fullDisk(() => true);
  await localCache.put('page', 'page');
  expect(storageStatus.get()).toBe('full');
  await outbox.put({ id: 'after' });
  expect(await outbox.all()).toEqual(expect.arrayContaining([{ id: 'before' }, { id: 'after' }]));
  await outbox.remove('after');
  expect(await outbox.all()).toEqual([{ id: 'before' }]);
});

test('a queued change replaces stored pages on a full disk', async () => {
  await localCache.put('page', 'page');
  let refusals = 1;
  fullDisk(() => refusals-- > 0);
  await outbox.put({ id: 'change' });
  expect(storageStatus.get()).toBeNull();
  expect(await outbox.all()).toEqual([{ id: 'change' }]);
  expect(await localCache.get('page')).toBeUndefined();
});

test('does not wait for a database that an older tab keeps open', async () => {
  const held = await openVersion(10);
  // Timers don't advance: any waiting would never end.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  expect(await localCache.get('page')).toBeUndefined();
  expect(storageStatus.get()).toBe('blocked');
  held.close();
});

test('changes are stored and read even if opening the database takes longer than the timeout for pages', async () => {
  const known = Reflect.get(IDBFactory.prototype, 'databases');
  const slow = () =>
    vi.spyOn(IDBFactory.prototype, 'databases').mockImplementation(async function (this: IDBFactory) {
      await new Promise((resolve) => setTimeout(resolve, 1200));
      return known.call(this);
    });
  /** The outbox, as in a page that was reloaded. */
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

test('listeners are called once, for the first failure', () => {
  const listener = vi.fn();
  const unsubscribe = storageStatus.subscribe(listener);
  storageStatus.report('full');
  storageStatus.report('lost');
  expect(storageStatus.get()).toBe('full');
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
});
