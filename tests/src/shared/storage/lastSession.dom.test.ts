/** What a new tab knows without an answer of the service. */
import { beforeEach, expect, test } from 'vitest';
import { forgetEverything } from '#src/shared/storage/forget.ts';
import { lastSession } from '#src/shared/storage/lastSession.ts';
import { tabSession } from '#src/shared/storage/session.ts';

const ada = { id: 'a', email: 'ada@example.org' };

beforeEach(forgetEverything);

test('the last person is known in a new tab, with the organization and the time', async () => {
  const before = Date.now();
  await lastSession.keepPerson(ada, 'mark');
  await lastSession.keepOrganization('clinic');
  sessionStorage.clear();
  const last = await lastSession.last();
  expect(last).toMatchObject({ user: ada, mark: 'mark', organization: 'clinic' });
  expect(last?.at).toBeGreaterThanOrEqual(before);
  expect(lastSession.asOf()).toBe(last?.at);
});

test('after a sign-out there is no last person', async () => {
  await lastSession.keepPerson(ada, 'mark');
  tabSession.write({ email: 'ada@example.org', organization: 'clinic' });
  await lastSession.keepBehindProxy(true);
  expect(await lastSession.behindProxy()).toBe(true);
  await forgetEverything();
  expect(await lastSession.last()).toBeUndefined();
  expect(await lastSession.behindProxy()).toBeUndefined();
});

test('after the service says that no person is signed in, there is no last person', async () => {
  await lastSession.keepPerson(ada, 'mark');
  await lastSession.forget();
  expect(await lastSession.last()).toBeUndefined();
});
