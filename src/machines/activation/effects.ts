/** An activation with its hands. */
import { createActor, fromPromise } from 'xstate';
import { verifyRegistration } from '@cloakroom/contract/registration.ts';
import { call } from '#src/api/call.ts';
import type { SignedLink } from '#src/lib/signedLink.ts';
import { inspect } from '../inspection/trace.ts';
import { activationMachine } from './machine.ts';

const wired = activationMachine.provide({
  actors: {
    verify: fromPromise(async ({ input }: { input: SignedLink }) => {
      await call(verifyRegistration, { body: input });
      return undefined;
    }),
  },
});

export type ActivationActor = ReturnType<typeof startActivation>;

export const startActivation = (link: SignedLink | null) =>
  createActor(wired, { input: { link }, inspect }).start();
