/** What a new tab knows without an answer of the service. */
import { beforeEach, expect, test } from 'vitest';
import { deleteSessionData } from '#src/shared/storage/localData.ts';
import { lastSession } from '#src/shared/storage/lastSession.ts';
import { tabSession } from '#src/shared/storage/session.ts';

const ada = { id: 'a', email: 'ada@example.org' };

beforeEach(deleteSessionData);

test('the last person is known in a new tab, with the organization and the time', async () => {
  const before = Date.now();
  await lastSession.saveUser(ada, 'mark');
  await lastSession.saveOrganization('clinic');
  sessionStorage.clear();
  const last = await lastSession.read();
  expect(last).toMatchObject({ user: ada, mark: 'mark', organization: 'clinic' });
  expect(last?.at).toBeGreaterThanOrEqual(before);
  expect(lastSession.userReadAt()).toBe(last?.at);
});

test('after a sign-out there is no last person', async () => {
  await lastSession.saveUser(ada, 'mark');
  tabSession.write({ email: 'ada@example.org', organization: 'clinic' });
  await lastSession.saveBehindProxy(true);
  expect(await lastSession.behindProxy()).toBe(true);
  await deleteSessionData();
  expect(await lastSession.read()).toBeUndefined();
  expect(await lastSession.behindProxy()).toBeUndefined();
});

test('after the service says that no person is signed in, there is no last person', async () => {
  await lastSession.saveUser(ada, 'mark');
  await lastSession.clear();
  expect(await lastSession.read()).toBeUndefined();
});
