/** Every state of an activation, on the page that the mail's link opens. */
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { activationMachine } from '#src/machines/activation/machine.ts';
import { openConsole } from '../../support/console.tsx';
import { testEveryState, deferredCall, follow, shortestPathsOf, whole } from '../../support/model.ts';

const link = { user_id: 'u', timestamp: '1', signature: 's' };
const asked = 'activation.activating';
const failed = (code: 'invalid' | 'unavailable') =>
  ({ type: `xstate.error.actor.0.${asked}`, error: new Failure(code, 'No.') }) as { type: string };
const events = [
  { type: 'link.retried' },
  { type: `xstate.done.actor.0.${asked}` },
  failed('invalid'),
  failed('unavailable'),
];
const also = ({ can }: { can: (event: never) => boolean }) =>
  can({ type: 'link.retried' } as never) ? 'may be tried again' : '';

describe.each([
  { what: 'a link', input: { link }, address: `?${new URLSearchParams(link).toString()}` },
  { what: 'half a link', input: { link: null }, address: '?user_id=u' },
])('$what', ({ input, address }) => {
  const ways = shortestPathsOf(activationMachine, {
    input,
    events,
    also: (snapshot) => also({ can: (event) => snapshot.can(event) }),
  });
  test.each(whole(ways))('$name', async ({ moves }) => {
    const verify = deferredCall();
    openConsole(`/accounts/activate${address}`, { 'POST /api/accounts/verify-registration/': verify.answer });
    const happens: Record<string, (event: { type: string; error?: Failure }) => Promise<unknown>> = {
      'xstate.init': () => screen.findByRole('heading', { name: 'Account activation' }),
      'link.retried': async () => screen.getByRole('button', { name: 'Try again' }).click(),
      [`xstate.done.actor.0.${asked}`]: () => verify.reply({ body: { detail: 'Activated.' } }),
      [`xstate.error.actor.0.${asked}`]: ({ error }) =>
        verify.reply({ status: error?.code === 'invalid' ? 400 : 503, body: { detail: 'Not now.' } }),
    };
    const refused = () => screen.findByText('Your account could not be activated');
    const again = () => screen.queryByRole('button', { name: 'Try again' });
    const shows: Record<string, () => Promise<unknown>> = {
      activating: () => screen.findByText('Activating your account...'),
      activated: () => screen.findByRole('link', { name: 'Go to your datasets' }),
      failed: async () => {
        await refused();
        expect(again()).toBeNull();
      },
      'failed, may be tried again': async () => {
        await refused();
        expect(again()).not.toBeNull();
      },
    };
    await follow(moves, happens, shows);
  });
});

testEveryState(activationMachine);
