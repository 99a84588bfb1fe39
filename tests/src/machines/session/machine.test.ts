/** The session: who is here, where they work, and what is left when they go. */
import { waitFor } from 'xstate';
import { expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { eve, organization, person, sessionIn } from '../../support/sessionIn.ts';

test('a signed-in person works in the organization they used last', async () => {
  const { arrive, remembered } = sessionIn({ stored: 'two' });
  const now = await arrive();
  expect(now.value).toEqual({ known: 'signedIn' });
  expect(now.context.organization?.id).toBe('two');
  expect(remembered).toHaveBeenCalledWith('two');
});

test('a stored organization that is no longer theirs gives way to the first', async () => {
  const now = await sessionIn({ stored: 'sold' }).arrive();
  expect(now.context.organization?.id).toBe('one');
});

test('somebody without an organization is known, and a new one becomes theirs', async () => {
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

test('a service that can’t be reached is no sign-out, and asking again can succeed', async () => {
  let reachable = false;
  const { arrive, forgotten } = sessionIn({
    self: async () => {
      if (!reachable) throw new Failure('offline', 'Nobody answers.');
      return person('one');
    },
  });
  expect((await arrive()).context.failure?.message).toBe('Nobody answers.');
  reachable = true;
  expect((await arrive()).hasTag('known')).toBe(true);
  expect(forgotten).not.toHaveBeenCalled();
});

test('signing out ends the session, forgets everything here and tells the other tabs', async () => {
  const { actor, arrive, settled, forgotten, told } = sessionIn({});
  await arrive();
  actor.send({ type: 'logout.asked' });
  const now = await settled();
  expect(now).toMatchObject({
    value: 'signedOut',
    context: { user: null, organization: null, failure: null },
  });
  expect(forgotten).toHaveBeenCalledOnce();
  expect(told).toHaveBeenLastCalledWith({ type: 'left' });
});

test('signing out forgets everything even when the service can’t be told, and says so', async () => {
  const end = () => Promise.reject(new Failure('offline', 'Nobody answers.'));
  const { actor, arrive, settled, forgotten } = sessionIn({ end });
  await arrive();
  actor.send({ type: 'logout.asked' });
  const now = await settled();
  expect(now.context.failure?.code).toBe('offline');
  expect(forgotten).toHaveBeenCalledOnce();
});

test('a sign-out in another tab empties this one without calling the service again', async () => {
  const end = vi.fn(async () => undefined);
  const { arrive, settled, forgotten, told, elsewhere } = sessionIn({ end });
  await arrive();
  elsewhere({ type: 'elsewhere.left' });
  expect((await settled()).value).toBe('signedOut');
  expect(forgotten).toHaveBeenCalledOnce();
  expect(end).not.toHaveBeenCalled();
  expect(told).not.toHaveBeenCalledWith({ type: 'left' });
});

test('a session that ends in mid-work waits for the same person and goes on where it was', async () => {
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

test('a session that ends in mid-work goes on when the same person signs in in another tab', async () => {
  const { actor, arrive, elsewhere } = sessionIn({});
  await arrive();
  actor.send({ type: 'access.lost' });
  elsewhere({ type: 'elsewhere.arrived', id: 'ada', email: 'ada@example.org' });
  await waitFor(actor, (now) => now.matches({ known: 'signedIn' }));
});

test('somebody else who signs in over the page gets nothing of it', async () => {
  let present = person('one');
  const { actor, arrive } = sessionIn({ self: async () => present });
  await arrive();
  actor.send({ type: 'access.lost' });
  present = eve;
  actor.send({ type: 'login.succeeded' });
  const now = await waitFor(actor, (state) => state.matches('replaced'));
  expect(now.context.replacedBy).toBe('eve@example.org');
});

test('somebody else who signs in in another tab ends this page at once; the same person changes nothing', async () => {
  const { actor, arrive, elsewhere } = sessionIn({});
  await arrive();
  elsewhere({ type: 'elsewhere.arrived', id: 'ada', email: 'ada@example.org' });
  expect(actor.getSnapshot().value).toEqual({ known: 'signedIn' });
  elsewhere({ type: 'elsewhere.arrived', id: 'eve', email: 'eve@example.org' });
  expect(actor.getSnapshot().value).toBe('replaced');
});

test('a password that could not be checked keeps the page waiting', async () => {
  let reachable = true;
  const { actor, arrive } = sessionIn({
    self: async () => {
      if (!reachable) throw new Failure('offline', 'Nobody answers.');
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

test('choosing an organization that is not one’s own changes nothing', async () => {
  const { actor, arrive } = sessionIn({});
  await arrive();
  actor.send({ type: 'organization.chosen', organization: 'foreign' });
  expect(actor.getSnapshot().context.organization?.id).toBe('one');
  actor.send({ type: 'organization.chosen', organization: 'two' });
  expect(actor.getSnapshot().context.organization?.id).toBe('two');
});

test('a tab on the sign-in page goes in when somebody signs in in another tab', async () => {
  let signedIn = false;
  const { arrive, settled, elsewhere } = sessionIn({
    self: async () => {
      if (!signedIn) throw new Failure('signed-out', 'Sign in to continue.');
      return person('one');
    },
  });
  expect((await arrive()).value).toBe('signedOut');
  signedIn = true;
  elsewhere({ type: 'elsewhere.entered' });
  expect((await settled()).value).toEqual({ known: 'signedIn' });
});

test('signing in is told to other tabs at once, and who it is as soon as that is known', async () => {
  const { actor, settled, told } = sessionIn({});
  actor.send({ type: 'login.succeeded' });
  expect(told.mock.calls).toEqual([[{ type: 'entered' }]]);
  await settled();
  expect(told).toHaveBeenLastCalledWith({ type: 'arrived', person: { id: 'ada', email: 'ada@example.org' } });
});

test('a call that was refused because somebody else is here ends this page, and nothing more is asked for its person', async () => {
  const { actor, arrive, dismissed } = sessionIn({});
  await arrive();
  actor.send({ type: 'person.replaced', email: 'eve@example.org' });
  expect(actor.getSnapshot()).toMatchObject({
    value: 'replaced',
    context: { replacedBy: 'eve@example.org' },
  });
  expect(actor.getSnapshot().hasTag('over')).toBe(true);
  expect(dismissed).toHaveBeenCalledOnce();
});

test('while everything is forgotten the page shows nothing and asks nothing any more', async () => {
  const { arrive, elsewhere, actor, dismissed, settled } = sessionIn({});
  await arrive();
  elsewhere({ type: 'elsewhere.left' });
  expect(actor.getSnapshot().value).toBe('forgetting');
  expect(actor.getSnapshot().hasTag('over')).toBe(true);
  expect(dismissed).toHaveBeenCalledOnce();
  await settled();
});

test('somebody who signs out on a page of the person before signs out nobody else, in no tab', async () => {
  const { actor, arrive, told, forgotten } = sessionIn({ end: () => new Promise(() => undefined) });
  await arrive();
  actor.send({ type: 'logout.asked' });
  actor.send({ type: 'person.replaced', email: 'eve@example.org' });
  expect(actor.getSnapshot().value).toBe('replaced');
  expect(told).not.toHaveBeenCalledWith({ type: 'left' });
  expect(forgotten).not.toHaveBeenCalled();
});

test('the other tabs hear of a change of organization, and go along', async () => {
  const { actor, arrive, told, elsewhere, remembered } = sessionIn({});
  await arrive();
  actor.send({ type: 'organization.chosen', organization: 'two' });
  expect(told).toHaveBeenLastCalledWith({ type: 'moved', move: { user: 'ada', organization: 'two' } });
  elsewhere({ type: 'elsewhere.moved', user: 'ada', organization: 'one' });
  expect(actor.getSnapshot().context.organization?.id).toBe('one');
  expect(remembered).toHaveBeenLastCalledWith('one');
  const before = told.mock.calls.length;
  for (const move of [
    { user: 'eve', organization: 'two' },
    { user: 'ada', organization: 'foreign' },
  ])
    elsewhere({ type: 'elsewhere.moved', ...move });
  expect(actor.getSnapshot().context.organization?.id).toBe('one');
  expect(told.mock.calls).toHaveLength(before);
});

test('a tab with unsaved work asks before it goes along, and can stay', async () => {
  const { actor, arrive, elsewhere } = sessionIn({ busy: () => true });
  await arrive();
  elsewhere({ type: 'elsewhere.moved', user: 'ada', organization: 'two' });
  expect(actor.getSnapshot().context).toMatchObject({
    organization: { id: 'one' },
    pendingOrganization: { id: 'two' },
  });
  actor.send({ type: 'move.declined' });
  expect(actor.getSnapshot().context).toMatchObject({ organization: { id: 'one' }, pendingOrganization: null });
  actor.send({ type: 'organization.chosen', organization: 'two' });
  actor.send({ type: 'move.followed' });
  expect(actor.getSnapshot().context).toMatchObject({ organization: { id: 'two' }, pendingOrganization: null });
});

test('a tab whose session has ended doesn’t come back by a change of organization', async () => {
  const { actor, arrive, elsewhere } = sessionIn({});
  await arrive();
  actor.send({ type: 'access.lost' });
  elsewhere({ type: 'elsewhere.moved', user: 'ada', organization: 'two' });
  expect(actor.getSnapshot().hasTag('locked')).toBe(true);
});
