/** Effects of a registration. */
import { createActor, fromPromise, waitFor } from 'xstate';
import { register } from '@cloakroom/contract/registration.ts';
import { call } from '#src/shared/http/call.ts';
import { registrationBody, type SignUp } from './types.ts';
import type { Trace } from '../inspection/trace.ts';
import { registrationMachine } from './machine.ts';

const machine = registrationMachine.provide({
  actors: {
    register: fromPromise(async ({ input }: { input: SignUp }) => {
      await call(register, { body: registrationBody(input) });
      return undefined;
    }),
  },
});

type RegistrationActor = ReturnType<typeof startRegistration>;

export const startRegistration = ({ inspect }: Pick<Trace, 'inspect'>) =>
  createActor(machine, { inspect }).start();

/** Submits the form and waits for the reply. @throws {Failure} the refusal, with errors by field. */
export async function submitRegistration(registration: RegistrationActor, signUp: SignUp): Promise<void> {
  registration.send({ type: 'form.submitted', signUp });
  const { context } = await waitFor(registration, (now) => !now.matches('submitting'));
  if (context.failure) throw context.failure;
}
