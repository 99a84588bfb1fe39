/** Activating an account by the link from its mail. */
import { assign, fromPromise, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import type { SignedLink } from './signedLink.ts';

export type ActivationContext = { link: SignedLink | null; failure: Failure | null };

/** Sends the link to the service, which accepts it once. Provided by `effects.ts`. */
const verify = fromPromise<undefined, SignedLink>(() => {
  throw new Failure('unexpected', 'The activation machine was started without its effects.');
});

const badLink = 'Invalid activation link. Please request a new one.';

/** The states of an activation. Pure: `verify` is provided. */
export const activationMachine = setup({
  types: {} as {
    input: { link: SignedLink | null };
    context: ActivationContext;
    events: { type: 'link.retried' };
  },
  actors: { verify },
  guards: {
    hasLink: ({ context }) => context.link !== null,
    isPassing: ({ context }) =>
      context.failure?.code === 'offline' || context.failure?.code === 'unavailable',
  },
}).createMachine({
  id: 'activation',
  context: ({ input }) => ({ link: input.link, failure: null }),
  initial: 'reading',
  states: {
    reading: {
      always: [
        { guard: 'hasLink', target: 'activating' },
        { target: 'failed', actions: assign({ failure: () => new Failure('invalid', badLink) }) },
      ],
    },
    activating: {
      invoke: {
        src: 'verify',
        input: ({ context }) => context.link!,
        onDone: { target: 'activated', actions: assign({ link: null }) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => Failure.from(event.error) }) },
      },
    },
    activated: { type: 'final' },
    /** Keeps the link: if the service was unreachable, it can be tried again. */
    failed: { on: { 'link.retried': { guard: 'isPassing', target: 'activating' } } },
  },
});
