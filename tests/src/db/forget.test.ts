/** What stays on this machine, and what doesn't. */
import { beforeEach, expect, test, vi } from 'vitest';
import { dontShow } from '#src/db/dontShow.ts';
import { pages } from '#src/db/entries.ts';
import { forgetEverything } from '#src/db/forget.ts';
import { firstTime, tabSession } from '#src/db/session.ts';

const names = async () => (await indexedDB.databases()).map(({ name }) => name).sort();
const ada = { email: 'ada@example.org', organization: 'one' };

beforeEach(forgetEverything);

test('what one organization shows is not there in the other', async () => {
  tabSession.write(ada);
  await pages.put('datasets', ['People']);
  expect(await pages.get('datasets')).toEqual(['People']);
  tabSession.write({ ...ada, organization: 'two' });
  expect(await pages.get('datasets')).toBeUndefined();
});

test('while nobody is signed in nothing is kept', async () => {
  await pages.put('datasets', ['People']);
  expect(await pages.get('datasets')).toBeUndefined();
  expect(await names()).toEqual([]);
});

test('forgetting leaves only what a person doesn’t want to see again', async () => {
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
  expect([firstTime('chunk a'), firstTime('chunk a'), firstTime('chunk b')]).toEqual([true, false, true]);
});
