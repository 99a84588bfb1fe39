/** Which stored data is deleted, and when. */
import { beforeEach, expect, test, vi } from 'vitest';
import { outboxDatabase } from '#src/shared/storage/db.ts';
import { dontShow } from '#src/shared/storage/dontShow.ts';
import { pages } from '#src/shared/storage/entries.ts';
import { forgetEverything, forgetOthers, forgetSeen } from '#src/shared/storage/forget.ts';
import { isFirstTime, tabSession } from '#src/shared/storage/session.ts';
import { storageStatus } from '#src/shared/storage/storageStatus.ts';

const names = async () => (await indexedDB.databases()).map(({ name }) => name).sort();
const ada = { email: 'ada@example.org', organization: 'one' };

beforeEach(async () => {
  storageStatus.forget();
  await forgetEverything();
});

test('data of one organization is not visible in another', async () => {
  tabSession.write(ada);
  await pages.put('datasets', ['People']);
  expect(await pages.get('datasets')).toEqual(['People']);
  tabSession.write({ ...ada, organization: 'two' });
  expect(await pages.get('datasets')).toBeUndefined();
});

test('nothing is stored without a signed-in person', async () => {
  await pages.put('datasets', ['People']);
  expect(await pages.get('datasets')).toBeUndefined();
  expect(await names()).toEqual([]);
});

test('deleting everything keeps only the suppressed alerts', async () => {
  tabSession.write(ada);
  await pages.put('datasets', ['People']);
  await dontShow.add('proxy-tip');
  await forgetEverything();
  expect(sessionStorage.length).toBe(0);
  expect(await names()).toEqual(['alerts/ada@example.org']);

  tabSession.write(ada);
  expect(await pages.get('datasets')).toBeUndefined();
  expect(await dontShow.all()).toEqual(['proxy-tip']);
  tabSession.write({ ...ada, email: 'eve@example.org' });
  expect(await dontShow.all()).toEqual([]);
});

test('a database that can’t be opened counts as empty', async () => {
  tabSession.write({ email: 'grace@example.org', organization: 'broken' });
  const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Storage is forbidden here.', 'SecurityError');
  });
  await pages.put('datasets', ['People']);
  expect(await pages.get('datasets')).toBeUndefined();
  expect(await dontShow.all()).toEqual([]);
  open.mockRestore();
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
    await pages.put('datasets', ['People']);
  }
  await forgetOthers('eve@example.org');
  expect((await names()).filter((name) => name?.startsWith('console/'))).toEqual([
    'console/eve@example.org/one',
  ]);
  expect(await pages.get('datasets')).toEqual(['People']);
});

test('a session that is ended from elsewhere deletes the pages, and keeps the changes that wait', async () => {
  tabSession.write(ada);
  await pages.put('datasets', ['People']);
  const { waiting } = await outboxDatabase(ada.email);
  await waiting.put({ key: 'a', value: 'New name' });
  await forgetSeen();
  expect(await pages.get('datasets')).toBeUndefined();
  expect(await (await outboxDatabase(ada.email)).waiting.count()).toBe(1);
});

test('a person without suppressed alerts leaves no database', async () => {
  const linus = 'alerts/linus@example.org';
  tabSession.write({ ...ada, email: 'linus@example.org' });
  await dontShow.all();
  expect(await names()).toContain(linus);
  const suppressed = await dontShow.ofAllUsers();
  await forgetEverything();
  await dontShow.restore(suppressed);
  expect(await names()).not.toContain(linus);
});
