/** Effects of an activation. */
import { createActor, fromPromise } from 'xstate';
import { verifyRegistration } from '@cloakroom/contract/registration.ts';
import { call } from '#src/shared/http/call.ts';
import type { SignedLink } from './types.ts';
import type { Trace } from '../inspection/trace.ts';
import { activationMachine } from './machine.ts';

const machine = activationMachine.provide({
  actors: {
    verify: fromPromise(async ({ input }: { input: SignedLink }) => {
      await call(verifyRegistration, { body: input });
      return undefined;
    }),
  },
});

export type ActivationActor = ReturnType<typeof startActivation>;

export const startActivation = (link: SignedLink | null, { inspect }: Pick<Trace, 'inspect'>) =>
  createActor(machine, { input: { link }, inspect }).start();
