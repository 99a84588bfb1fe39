/** Every state of a session, on the pages of the whole console. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { sessionMachine } from '#src/machines/session/machine.ts';
import { openConsole } from '../../support/console.tsx';
import { testEveryState, deferredCall, follow, shortestPathsOf, whole } from '../../support/model.ts';
import { ada, adasWorld, organization } from '../../support/people.ts';

const eve = { id: '6666666666666666666666', email: 'eve@example.org' };
const alone = { ...ada, organizations: [] };
const came = (user: typeof ada) => ({
  type: 'xstate.done.actor.0.session.identifying',
  output: { user, storedOrganization: null },
});
const failed = (code: 'signed-out' | 'offline') => ({
  type: 'xstate.error.actor.0.session.identifying',
  error: new Failure(code, 'No.'),
});
const ways = shortestPathsOf(sessionMachine, {
  // A sign-out passes through states without further events; the paths to them begin in signed-in states.
  events: ({ value }) => [
    { type: 'session.requested' },
    came(ada),
    came(alone),
    failed('signed-out'),
    failed('offline'),
    { type: 'access.lost' },
    { type: 'login.succeeded' },
    { type: 'otherTab.identified', ...eve },
    { type: 'organization.created', organization },
    ...(typeof value === 'string' ? [] : [{ type: 'logout.requested' }]),
    { type: 'xstate.done.actor.0.session.signingOut' },
    { type: 'xstate.done.actor.0.session.deletingLocalData' },
  ],
});

// Only a page without a sign-in shows the first state; the others leave it at once.
const unasked = ways.filter(({ moves }) => moves.length === 1);
test.each([...unasked, ...whole(ways)])('$name', async ({ moves }) => {
  const [self, logout, patch] = [deferredCall(), deferredCall(), deferredCall()];
  const asks = moves.some(({ event }) => event.type === 'session.requested');
  const { heading, user, router } = openConsole(asks ? '/account' : '/login', {
    ...adasWorld,
    'GET /api/users/self/': self.answer,
    'POST /api/accounts/login/': () => ({ body: { detail: 'Welcome.' } }),
    'POST /api/accounts/logout/': logout.answer,
    'PATCH /api/accounts/profile/': patch.answer,
    'POST /api/organizations/': () => ({ status: 201, body: organization }),
  });
  const tabs = new BroadcastChannel('session');
  onTestFinished(() => tabs.close());
  const again = () => screen.findByRole('dialog', { name: 'Sign in to continue' });
  const gone = { status: 401, body: { detail: 'Sign in first.' } };
  const happens: Record<
    string,
    (event: { type: string; output?: { user: typeof ada }; error?: Failure }) => Promise<unknown>
  > = {
    'xstate.init': async () => undefined,
    'session.requested': async () => undefined,
    [came(ada).type]: ({ output }) => self.reply({ body: output?.user }),
    [failed('offline').type]: ({ error }) => (error?.code === 'offline' ? self.fail() : self.reply(gone)),
    'access.lost': async () => {
      await heading('Account');
      await user.type(screen.getByLabelText('Full Name'), ' of Ockham');
      await user.click(screen.getByRole('button', { name: 'Save Name' }));
      await patch.reply(gone);
    },
    'login.succeeded': async () => {
      await user.type(within(await again()).getByLabelText('Password'), 'correct horse');
      await user.click(within(await again()).getByRole('button', { name: 'Sign In' }));
    },
    'otherTab.identified': async () => tabs.postMessage({ type: 'arrived', person: eve }),
    'organization.created': async () => {
      await user.type(screen.getByLabelText('Organization Name'), 'Engines');
      await user.click(screen.getByRole('button', { name: 'Create Organization' }));
    },
    'logout.requested': async () => {
      await heading('Account');
      await router.navigate('/logout');
    },
    'xstate.done.actor.0.session.signingOut': () => logout.reply({ body: { detail: 'Bye.' } }),
    'xstate.done.actor.0.session.deletingLocalData': async () => undefined,
  };
  const nothing = async () => expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  const shows: Record<string, () => Promise<unknown>> = {
    // A page behind the sign-in identifies the person at once.
    unknown: async () => asks || (await heading('Sign In')),
    identifying: nothing,
    'known.signedIn': () => heading('Account'),
    'known.withoutOrganization': () => heading('Create an Organization'),
    'known.locked': again,
    'known.reidentifying': async () => {
      const button = within(await again()).getByRole('button', { name: 'Sign In' });
      await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    },
    replaced: () => heading(`Signed in as ${eve.email}`),
    // After three retries.
    unreachable: () =>
      screen.findByRole('heading', { name: 'Something is horribly wrong!' }, { timeout: 20_000 }),
    signingOut: () => heading('Signing out'),
    // Deleting a database takes no longer than this check.
    deletingLocalData: async () => undefined,
    signedOut: () => heading('Sign In'),
  };
  await follow(moves, happens, shows);
});

testEveryState(sessionMachine);
