/** The session: who is signed in, in which organization, and what a sign-out leaves. */
import { waitFor } from 'xstate';
import { expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { eve, organization, person, sessionIn } from '../../support/sessionIn.ts';

test('a signed-in person is in the organization that they used last', async () => {
  const { arrive, remembered } = sessionIn({ stored: 'two' });
  const now = await arrive();
  expect(now.value).toEqual({ known: 'signedIn' });
  expect(now.context.organization?.id).toBe('two');
  expect(remembered).toHaveBeenCalledWith('two');
});

test('a stored organization that is no longer theirs is replaced by the first', async () => {
  const now = await sessionIn({ stored: 'sold' }).arrive();
  expect(now.context.organization?.id).toBe('one');
});

test('a person without an organization is known, and gets the one that they create', async () => {
  const { actor, arrive } = sessionIn({ self: async () => person() });
  expect((await arrive()).value).toEqual({ known: 'withoutOrganization' });
  actor.send({ type: 'organization.created', organization: organization('new') });
  expect(actor.getSnapshot()).toMatchObject({
    value: { known: 'signedIn' },
    context: { organization: { id: 'new' } },
  });
});

test.each(['signed-out', 'forbidden'] as const)(
  'a user fetch that is %s leads to signed out',
  async (code) => {
    const now = await sessionIn({ self: () => Promise.reject(new Failure(code, 'No.')) }).arrive();
    expect(now.value).toBe('signedOut');
    expect(now.context.user).toBeNull();
  },
);

test('an unreachable service doesn’t sign out, and a retry can succeed', async () => {
  let reachable = false;
  const { arrive, forgotten } = sessionIn({
    self: async () => {
      if (!reachable) throw new Failure('offline', 'No server responds.');
      return person('one');
    },
  });
  expect((await arrive()).context.failure?.message).toBe('No server responds.');
  reachable = true;
  expect((await arrive()).hasTag('known')).toBe(true);
  expect(forgotten).not.toHaveBeenCalled();
});

test('signing out ends the session, deletes the stored data and notifies the other tabs', async () => {
  const { actor, arrive, settled, forgotten, onMessage } = sessionIn({});
  await arrive();
  actor.send({ type: 'logout.requested' });
  const now = await settled();
  expect(now).toMatchObject({
    value: 'signedOut',
    context: { user: null, organization: null, failure: null },
  });
  expect(forgotten).toHaveBeenCalledOnce();
  expect(onMessage).toHaveBeenLastCalledWith({ type: 'left' });
});

test('signing out deletes the stored data even if the service can’t be reached, and keeps the failure', async () => {
  const end = () => Promise.reject(new Failure('offline', 'No server responds.'));
  const { actor, arrive, settled, forgotten } = sessionIn({ end });
  await arrive();
  actor.send({ type: 'logout.requested' });
  const now = await settled();
  expect(now.context.failure?.code).toBe('offline');
  expect(forgotten).toHaveBeenCalledOnce();
});

test('a sign-out in another tab empties this one without another call', async () => {
  const end = vi.fn(async () => undefined);
  const { arrive, settled, forgotten, onMessage, elsewhere } = sessionIn({ end });
  await arrive();
  elsewhere({ type: 'otherTab.signedOut' });
  expect((await settled()).value).toBe('signedOut');
  expect(forgotten).toHaveBeenCalledOnce();
  expect(end).not.toHaveBeenCalled();
  expect(onMessage).not.toHaveBeenCalledWith({ type: 'left' });
});

test('a session that ends during work waits for the same person, in the same organization', async () => {
  const { actor, arrive, forgotten } = sessionIn({});
  await arrive();
  actor.send({ type: 'organization.chosen', organization: 'two' });
  actor.send({ type: 'access.lost' });
  expect(actor.getSnapshot().hasTag('locked')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ user: { id: 'ada' }, organization: { id: 'two' } });
  actor.send({ type: 'login.succeeded' });
  expect(actor.getSnapshot().hasTag('locked')).toBe(true);
  await waitFor(actor, (now) => now.matches({ known: 'signedIn' }));
  expect(forgotten).not.toHaveBeenCalled();
});

test('a session that ends during work continues when the same person signs in in another tab', async () => {
  const { actor, arrive, elsewhere } = sessionIn({});
  await arrive();
  actor.send({ type: 'access.lost' });
  elsewhere({ type: 'otherTab.identified', id: 'ada', email: 'ada@example.org' });
  await waitFor(actor, (now) => now.matches({ known: 'signedIn' }));
});

test('another person who signs in on the locked page gets none of its data', async () => {
  let present = person('one');
  const { actor, arrive } = sessionIn({ self: async () => present });
  await arrive();
  actor.send({ type: 'access.lost' });
  present = eve;
  actor.send({ type: 'login.succeeded' });
  const now = await waitFor(actor, (state) => state.matches('replaced'));
  expect(now.context.replacedBy).toBe('eve@example.org');
});

test('another person who signs in in another tab ends this page at once; the same person changes nothing', async () => {
  const { actor, arrive, elsewhere } = sessionIn({});
  await arrive();
  elsewhere({ type: 'otherTab.identified', id: 'ada', email: 'ada@example.org' });
  expect(actor.getSnapshot().value).toEqual({ known: 'signedIn' });
  elsewhere({ type: 'otherTab.identified', id: 'eve', email: 'eve@example.org' });
  expect(actor.getSnapshot().value).toBe('replaced');
});

test('a password that can’t be checked keeps the page locked', async () => {
  let reachable = true;
  const { actor, arrive } = sessionIn({
    self: async () => {
      if (!reachable) throw new Failure('offline', 'No server responds.');
      return person('one');
    },
  });
  await arrive();
  actor.send({ type: 'access.lost' });
  reachable = false;
  actor.send({ type: 'login.succeeded' });
  await waitFor(actor, (now) => now.matches({ known: 'locked' }));
  expect(actor.getSnapshot().context.user?.id).toBe('ada');
});

test('choosing an organization of someone else changes nothing', async () => {
  const { actor, arrive } = sessionIn({});
  await arrive();
  actor.send({ type: 'organization.chosen', organization: 'foreign' });
  expect(actor.getSnapshot().context.organization?.id).toBe('one');
  actor.send({ type: 'organization.chosen', organization: 'two' });
  expect(actor.getSnapshot().context.organization?.id).toBe('two');
});

test('a tab on the sign-in page is signed in when a person signs in in another tab', async () => {
  let signedIn = false;
  const { arrive, settled, elsewhere } = sessionIn({
    self: async () => {
      if (!signedIn) throw new Failure('signed-out', 'Sign in to continue.');
      return person('one');
    },
  });
  expect((await arrive()).value).toBe('signedOut');
  signedIn = true;
  elsewhere({ type: 'otherTab.loggedIn' });
  expect((await settled()).value).toEqual({ known: 'signedIn' });
});

test('signing in notifies other tabs at once, and again when the person is known', async () => {
  const { actor, settled, onMessage } = sessionIn({});
  actor.send({ type: 'login.succeeded' });
  expect(onMessage.mock.calls).toEqual([[{ type: 'entered' }]]);
  await settled();
  expect(onMessage).toHaveBeenLastCalledWith({
    type: 'arrived',
    person: { id: 'ada', email: 'ada@example.org' },
  });
});

test('a call that is refused because another person is signed in ends this page, and no more calls are sent', async () => {
  const { actor, arrive, dismissed } = sessionIn({});
  await arrive();
  actor.send({ type: 'user.replaced', email: 'eve@example.org' });
  expect(actor.getSnapshot()).toMatchObject({
    value: 'replaced',
    context: { replacedBy: 'eve@example.org' },
  });
  expect(actor.getSnapshot().hasTag('ended')).toBe(true);
  expect(dismissed).toHaveBeenCalledOnce();
});

test('while stored data is deleted, the page shows nothing and sends no calls', async () => {
  const { arrive, elsewhere, actor, dismissed, settled } = sessionIn({});
  await arrive();
  elsewhere({ type: 'otherTab.signedOut' });
  expect(actor.getSnapshot().value).toBe('deletingLocalData');
  expect(actor.getSnapshot().hasTag('ended')).toBe(true);
  expect(dismissed).toHaveBeenCalledOnce();
  await settled();
});

test('signing out on a page of a replaced person signs out no other person, in no tab', async () => {
  const { actor, arrive, onMessage, forgotten } = sessionIn({ end: () => new Promise(() => undefined) });
  await arrive();
  actor.send({ type: 'logout.requested' });
  actor.send({ type: 'user.replaced', email: 'eve@example.org' });
  expect(actor.getSnapshot().value).toBe('replaced');
  expect(onMessage).not.toHaveBeenCalledWith({ type: 'left' });
  expect(forgotten).not.toHaveBeenCalled();
});

test('a change of organization is sent to the other tabs, which follow it', async () => {
  const { actor, arrive, onMessage, elsewhere, remembered } = sessionIn({});
  await arrive();
  actor.send({ type: 'organization.chosen', organization: 'two' });
  expect(onMessage).toHaveBeenLastCalledWith({ type: 'moved', move: { user: 'ada', organization: 'two' } });
  elsewhere({ type: 'otherTab.organizationChosen', user: 'ada', organization: 'one' });
  expect(actor.getSnapshot().context.organization?.id).toBe('one');
  expect(remembered).toHaveBeenLastCalledWith('one');
  const before = onMessage.mock.calls.length;
  for (const move of [
    { user: 'eve', organization: 'two' },
    { user: 'ada', organization: 'foreign' },
  ])
    elsewhere({ type: 'otherTab.organizationChosen', ...move });
  expect(actor.getSnapshot().context.organization?.id).toBe('one');
  expect(onMessage.mock.calls).toHaveLength(before);
});

test('a tab with unsaved work asks before it follows, and can stay', async () => {
  const { actor, arrive, elsewhere } = sessionIn({ busy: () => true });
  await arrive();
  elsewhere({ type: 'otherTab.organizationChosen', user: 'ada', organization: 'two' });
  expect(actor.getSnapshot().context).toMatchObject({
    organization: { id: 'one' },
    pendingOrganization: { id: 'two' },
  });
  actor.send({ type: 'switch.declined' });
  expect(actor.getSnapshot().context).toMatchObject({
    organization: { id: 'one' },
    pendingOrganization: null,
  });
  actor.send({ type: 'organization.chosen', organization: 'two' });
  actor.send({ type: 'switch.confirmed' });
  expect(actor.getSnapshot().context).toMatchObject({
    organization: { id: 'two' },
    pendingOrganization: null,
  });
});

test('a tab whose session has ended stays locked after a change of organization', async () => {
  const { actor, arrive, elsewhere } = sessionIn({});
  await arrive();
  actor.send({ type: 'access.lost' });
  elsewhere({ type: 'otherTab.organizationChosen', user: 'ada', organization: 'two' });
  expect(actor.getSnapshot().hasTag('locked')).toBe(true);
});
