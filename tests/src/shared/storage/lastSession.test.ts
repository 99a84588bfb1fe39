/** What a fresh tab knows while nobody can be asked. */
import { beforeEach, expect, test } from 'vitest';
import { forgetEverything } from '#src/shared/storage/forget.ts';
import { lastSession } from '#src/shared/storage/lastSession.ts';
import { tabSession } from '#src/shared/storage/session.ts';

const ada = { id: 'a', email: 'ada@example.org' };

beforeEach(forgetEverything);

test('who was last here is known in a fresh tab, with the organization and the moment', async () => {
  const before = Date.now();
  await lastSession.keepPerson(ada, 'mark');
  await lastSession.keepOrganization('clinic');
  sessionStorage.clear();
  const last = await lastSession.last();
  expect(last).toMatchObject({ user: ada, mark: 'mark', organization: 'clinic' });
  expect(last?.at).toBeGreaterThanOrEqual(before);
  expect(lastSession.asOf()).toBe(last?.at);
});

test('after a sign-out nobody was here', async () => {
  await lastSession.keepPerson(ada, 'mark');
  tabSession.write({ email: 'ada@example.org', organization: 'clinic' });
  await lastSession.keepBehindProxy(true);
  expect(await lastSession.behindProxy()).toBe(true);
  await forgetEverything();
  expect(await lastSession.last()).toBeUndefined();
  expect(await lastSession.behindProxy()).toBeUndefined();
});

test('nor after the service has said that nobody is', async () => {
  await lastSession.keepPerson(ada, 'mark');
  await lastSession.forget();
  expect(await lastSession.last()).toBeUndefined();
});
