/** Which stored data is deleted, and when. */
import Dexie from 'dexie';
import { beforeEach, expect, test } from 'vitest';
import { outboxDatabase } from '#src/shared/storage/db.ts';
import { outbox } from '#src/shared/storage/outbox.ts';
import { mutedAlerts } from '#src/shared/storage/mutedAlerts.ts';
import { localCache } from '#src/shared/storage/localCache.ts';
import { deleteSessionData, deleteDataOfOthers, deleteCachedData } from '#src/shared/storage/localData.ts';
import { isFirstTime, tabSession } from '#src/shared/storage/session.ts';
import { storageStatus } from '#src/shared/storage/storageStatus.ts';

const names = async () => (await indexedDB.databases()).map(({ name }) => name).sort();
const ada = { email: 'ada@example.org', organization: 'one' };

beforeEach(async () => {
  storageStatus.forget();
  await deleteSessionData();
});

test('data of one organization is not visible in another', async () => {
  tabSession.write(ada);
  await localCache.put('datasets', ['People']);
  expect(await localCache.get('datasets')).toEqual(['People']);
  tabSession.write({ ...ada, organization: 'two' });
  expect(await localCache.get('datasets')).toBeUndefined();
});

test('nothing is stored without a signed-in person', async () => {
  await localCache.put('datasets', ['People']);
  expect(await localCache.get('datasets')).toBeUndefined();
  expect(await names()).toEqual([]);
});

test('deleting everything keeps only the suppressed alerts', async () => {
  tabSession.write(ada);
  await localCache.put('datasets', ['People']);
  await mutedAlerts.add('proxy-tip');
  await deleteSessionData();
  expect(sessionStorage.length).toBe(0);
  expect(await names()).toEqual(['alerts/ada@example.org']);

  tabSession.write(ada);
  expect(await localCache.get('datasets')).toBeUndefined();
  expect(await mutedAlerts.all()).toEqual(['proxy-tip']);
  tabSession.write({ ...ada, email: 'eve@example.org' });
  expect(await mutedAlerts.all()).toEqual([]);
});

test('a reason for a reload counts once', () => {
  expect([isFirstTime('chunk a'), isFirstTime('chunk a'), isFirstTime('chunk b')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('deleting other people’s data keeps one’s own', async () => {
  for (const email of ['ada@example.org', 'eve@example.org']) {
    tabSession.write({ email, organization: 'one' });
    await localCache.put('datasets', ['People']);
  }
  await deleteDataOfOthers('eve@example.org');
  expect((await names()).filter((name) => name?.startsWith('console/'))).toEqual([
    'console/eve@example.org/one',
  ]);
  expect(await localCache.get('datasets')).toEqual(['People']);
});

test('a session that is ended elsewhere deletes the local cache, and keeps queued changes', async () => {
  tabSession.write(ada);
  await localCache.put('datasets', ['People']);
  const { waiting } = await outboxDatabase(ada.email);
  await waiting.put({ key: 'a', value: 'New name' });
  await deleteCachedData();
  expect(await localCache.get('datasets')).toBeUndefined();
  expect(await (await outboxDatabase(ada.email)).waiting.count()).toBe(1);
});

test('a person without suppressed alerts leaves no database', async () => {
  const linus = 'alerts/linus@example.org';
  tabSession.write({ ...ada, email: 'linus@example.org' });
  await mutedAlerts.all();
  expect(await names()).toContain(linus);
  const suppressed = await mutedAlerts.ofAllUsers();
  await deleteSessionData();
  await mutedAlerts.restore(suppressed);
  expect(await names()).not.toContain(linus);
});

test('reads changes stored by an earlier build with the current names of their properties', async () => {
  const change = { id: 'a', kind: 'own-name', since: 1, state: 'queued', reason: null };
  const payload = { first_name: 'Augusta', last_name: 'King' };
  const former = new Dexie(`console/${ada.email}`);
  former.version(1).stores({ waiting: 'key' });
  await former
    .table('waiting')
    .put({ key: 'a', value: { ...change, given: payload, about: 'own-name', words: 'Your name' } });
  former.close();
  tabSession.write(ada);
  expect(await outbox.all()).toEqual([{ ...change, payload, target: 'own-name', description: 'Your name' }]);
});
