/** The activation of an account by the link from its mail. */
import { assign, setup } from 'xstate';
import { Failure, isTransient } from '#src/shared/failure.ts';
import { verify, type ActivationContext, type SignedLink } from './types.ts';

const badLink = 'Invalid activation link. Please request a new one.';

/** Pure: `verify` is provided. */
export const activationMachine = setup({
  types: {} as {
    input: { link: SignedLink | null };
    context: ActivationContext;
    events: { type: 'link.retried' };
  },
  actors: { verify },
  guards: {
    hasLink: ({ context }) => context.link !== null,
    isTransient: ({ context }) => isTransient(context.failure),
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
    failed: { on: { 'link.retried': { guard: 'isTransient', target: 'activating' } } },
  },
});
