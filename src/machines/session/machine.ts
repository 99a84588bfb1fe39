/** Who is signed in, and in which organization they work. */
import { assign, sendTo, setup } from 'xstate';
import type { Organization } from '#contract/organizations.ts';
import type { User } from '#contract/users.ts';
import { Failure } from '#src/lib/failure.ts';
import {
  chosenOf,
  endSession,
  forget,
  identify,
  nobody,
  otherTabs,
  sessionOf,
  type Session,
  type SessionEvent,
} from './hands.ts';

const refused = new Set(['signed-out', 'forbidden']);
const identifying = { target: 'identifying' } as const;

/**
 * Knows every state of a session and performs nothing. A state with the tag `settled` can be acted upon; while `locked`
 * the same person's password is awaited, and everything on the page stays as it is.
 */
export const sessionMachine = setup({
  types: {} as { context: Session; events: SessionEvent },
  actors: { identify, endSession, forget, otherTabs },
  actions: {
    /** Keeps who is here, and where, for this tab's next page. */
    remember: (_, _params: { user: User | null; organization: Organization | null }) => undefined,
    tellLeft: sendTo('otherTabs', { type: 'left' }),
    tellArrived: sendTo('otherTabs', (_, { user }: { user: User | null }) => ({
      type: 'arrived',
      person: { id: user?.id ?? '', email: user?.email ?? '' },
    })),
  },
  guards: {
    hasOrganization: ({ context }) => context.organization !== null,
    isOwn: ({ context }, id: string) => context.organizations.some((organization) => organization.id === id),
    isOther: ({ context }, id: string) => context.user !== null && context.user.id !== id,
  },
}).createMachine({
  id: 'session',
  context: nobody,
  invoke: { id: 'otherTabs', src: 'otherTabs' },
  initial: 'unknown',
  on: {
    'login.succeeded': '.identifying',
    'logout.asked': '.leaving',
    'elsewhere.left': '.forgetting',
    'elsewhere.arrived': {
      guard: { type: 'isOther', params: ({ event }) => event.id },
      target: '.replaced',
      actions: assign({ replacedBy: ({ event }) => event.email }),
    },
  },
  states: {
    unknown: { on: { 'session.wanted': identifying } },
    identifying: {
      invoke: {
        src: 'identify',
        onDone: {
          target: 'known',
          actions: [
            assign(({ event }) => sessionOf(event.output)),
            { type: 'tellArrived', params: ({ context }) => context },
          ],
        },
        onError: [
          {
            guard: ({ event }) => refused.has(Failure.from(event.error).code),
            target: 'signedOut',
          },
          {
            target: 'unreachable',
            actions: assign(({ event }) => ({ ...nobody, failure: Failure.from(event.error) })),
          },
        ],
      },
    },
    known: {
      tags: ['settled', 'known'],
      initial: 'choosing',
      on: {
        'account.changed': identifying,
        'access.lost': '.locked',
        'organization.created': {
          target: '.choosing',
          actions: assign(({ context, event: { organization } }) => ({
            organizations: [...context.organizations, organization],
            organization,
          })),
        },
        'organization.chosen': {
          guard: { type: 'isOwn', params: ({ event }) => event.id },
          target: '.choosing',
          actions: assign(({ context, event }) => ({
            organization: chosenOf(context.organizations, event.id),
          })),
        },
      },
      states: {
        choosing: {
          entry: { type: 'remember', params: ({ context }) => context },
          always: [{ guard: 'hasOrganization', target: 'signedIn' }, { target: 'withoutOrganization' }],
        },
        signedIn: {},
        withoutOrganization: {},
        /** The session has ended in mid-work. */
        locked: {
          tags: 'locked',
          on: {
            'access.lost': {},
            'login.succeeded': 'returning',
            'elsewhere.arrived': [
              {
                guard: { type: 'isOther', params: ({ event }) => event.id },
                target: '#session.replaced',
                actions: assign({ replacedBy: ({ event }) => event.email }),
              },
              { target: 'returning' },
            ],
          },
        },
        /** Somebody has signed in: is it the same person? */
        returning: {
          tags: 'locked',
          on: { 'access.lost': {} },
          invoke: {
            src: 'identify',
            onDone: [
              {
                guard: { type: 'isOther', params: ({ event }) => event.output.user.id },
                target: '#session.replaced',
                actions: [
                  assign({ replacedBy: ({ event }) => event.output.user.email }),
                  { type: 'tellArrived', params: ({ event }) => event.output },
                ],
              },
              {
                target: 'choosing',
                actions: [
                  assign(({ event }) => sessionOf(event.output)),
                  { type: 'tellArrived', params: ({ context }) => context },
                ],
              },
            ],
            onError: 'locked',
          },
        },
      },
    },
    /** Somebody else is signed in in this browser: this page shows nothing any more and has to start anew. */
    replaced: { tags: 'settled' },
    /** Nobody could be asked, and nobody is remembered. */
    unreachable: { tags: 'settled', on: { 'session.wanted': identifying } },
    leaving: {
      entry: assign({ failure: null }),
      invoke: {
        src: 'endSession',
        onDone: 'forgetting',
        onError: {
          target: 'forgetting',
          actions: assign({ failure: ({ event }) => Failure.from(event.error) }),
        },
      },
      exit: 'tellLeft',
    },
    forgetting: { invoke: { src: 'forget', onDone: 'signedOut', onError: 'signedOut' } },
    signedOut: {
      tags: 'settled',
      entry: assign(({ context }) => ({ ...nobody, failure: context.failure })),
      on: { 'session.wanted': identifying },
    },
  },
});
