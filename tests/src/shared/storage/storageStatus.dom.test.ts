/** Failures of the browser's storage: the page works from memory and reports it. */
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

/** Makes every write fail with QuotaExceededError while `full` returns true. */
function fullDisk(full: () => boolean): void {
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as (
    ...given: unknown[]
  ) => IDBRequest<IDBValidKey>;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (full()) throw new DOMException('No room.', 'QuotaExceededError');
    return put.apply(this, given);
  });
}

/** Opens the database with another version. @param letGo - whether to close it again. */
const foreign = (version: number, letGo: boolean) =>
  new Promise<IDBDatabase>((resolve) => {
    const opened = indexedDB.open(database, version);
    opened.onsuccess = () => {
      if (letGo) opened.result.close();
      resolve(opened.result);
    };
  });

test('on a full disk the older half of the pages is deleted', async () => {
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

test('if no room can be made the page works from memory, stored changes stay readable, and no change is lost', async () => {
  await outbox.put({ id: 'before' });
  fullDisk(() => true);
  await pages.put('page', 'page');
  expect(storageStatus.get()).toBe('full');
  await outbox.put({ id: 'after' });
  expect(await outbox.all()).toEqual(expect.arrayContaining([{ id: 'before' }, { id: 'after' }]));
  await outbox.remove('after');
  expect(await outbox.all()).toEqual([{ id: 'before' }]);
});

test('a change that waits replaces stored pages on a full disk', async () => {
  await pages.put('page', 'page');
  let refusals = 1;
  fullDisk(() => refusals-- > 0);
  await outbox.put({ id: 'change' });
  expect(storageStatus.get()).toBeNull();
  expect(await outbox.all()).toEqual([{ id: 'change' }]);
  expect(await pages.get('page')).toBeUndefined();
});

test('a database of a newer console is not changed', async () => {
  await foreign(990, true);
  await pages.put('page', 'page');
  expect(storageStatus.get()).toBe('newer');
  expect((await indexedDB.databases()).find(({ name }) => name === database)?.version).toBe(990);
});

test('a database that an older tab holds open is not waited for', async () => {
  const held = await foreign(10, false);
  // Timers don't advance: any waiting would never end.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  expect(await pages.get('page')).toBeUndefined();
  expect(storageStatus.get()).toBe('blocked');
  held.close();
});

test('without storage nothing is stored, nothing fails, and changes wait in memory', async () => {
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

test('a database that was deleted under an open page is created again', async () => {
  await pages.put('page', 'page');
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(database).onsuccess = resolve;
  });
  expect(await pages.get('page')).toBeUndefined();
  await pages.put('page', 'again');
  expect(await pages.get('page')).toBe('again');
  expect(storageStatus.get()).toBeNull();
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
