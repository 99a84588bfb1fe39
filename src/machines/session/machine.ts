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
  organizationsOf,
  otherTabs,
  type Session,
  type SessionEvent,
} from './hands.ts';

const refused = new Set(['signed-out', 'forbidden']);
const identifying = { target: 'identifying' } as const;

/** Knows every state of a session and performs nothing. A state with the tag `settled` can be acted upon. */
export const sessionMachine = setup({
  types: {} as { context: Session; events: SessionEvent },
  actors: { identify, endSession, forget, otherTabs },
  actions: {
    /** Keeps who is here, and where, for this tab's next page. */
    remember: (_, _params: { user: User | null; organization: Organization | null }) => undefined,
    tellOthers: sendTo('otherTabs', { type: 'tell' }),
  },
  guards: {
    hasOrganization: ({ context }) => context.organization !== null,
    isOwn: ({ context }, id: string) => context.organizations.some((organization) => organization.id === id),
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
  },
  states: {
    unknown: { on: { 'session.wanted': identifying } },
    identifying: {
      invoke: {
        src: 'identify',
        onDone: {
          target: 'known',
          actions: assign(({ event: { output } }) => {
            const organizations = organizationsOf(output.user);
            const organization = chosenOf(organizations, output.storedOrganization);
            return { user: output.user, organizations, organization, failure: null };
          }),
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
        'access.lost': 'signedOut',
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
      },
    },
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
      exit: 'tellOthers',
    },
    forgetting: { invoke: { src: 'forget', onDone: 'signedOut', onError: 'signedOut' } },
    signedOut: {
      tags: 'settled',
      entry: assign(({ context }) => ({ ...nobody, failure: context.failure })),
      on: { 'session.wanted': identifying },
    },
  },
});
