/** What a fresh tab knows while nobody can be asked. */
import { beforeEach, expect, test } from 'vitest';
import { forgetEverything } from '#src/db/forget.ts';
import { here } from '#src/db/here.ts';
import { tabSession } from '#src/db/session.ts';

const ada = { id: 'a', email: 'ada@example.org' };

beforeEach(forgetEverything);

test('who was last here is known in a fresh tab, with the organization and the moment', async () => {
  const before = Date.now();
  await here.keepPerson(ada, 'mark');
  await here.keepOrganization('clinic');
  sessionStorage.clear();
  const last = await here.last();
  expect(last).toMatchObject({ user: ada, mark: 'mark', organization: 'clinic' });
  expect(last?.at).toBeGreaterThanOrEqual(before);
  expect(here.asOf()).toBe(last?.at);
});

test('after a sign-out nobody was here', async () => {
  await here.keepPerson(ada, 'mark');
  tabSession.write({ email: 'ada@example.org', organization: 'clinic' });
  await here.keepBehindProxy(true);
  expect(await here.behindProxy()).toBe(true);
  await forgetEverything();
  expect(await here.last()).toBeUndefined();
  expect(await here.behindProxy()).toBeUndefined();
});

test('nor after the service has said that nobody is', async () => {
  await here.keepPerson(ada, 'mark');
  await here.forget();
  expect(await here.last()).toBeUndefined();
});
