/** Who is signed in, and in which organization they work. */
import { assign, sendTo, setup } from 'xstate';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import { Failure } from '#src/shared/failure.ts';
import {
  findOrganization,
  endSession,
  forget,
  identify,
  noSession,
  otherTabs,
  sessionOf,
  type OrganizationMove,
  type SessionContext,
  type SessionEvent,
} from './types.ts';

/** An organization to go to, by its id. */
type Goal = { organization: string };

const refused = new Set(['signed-out', 'forbidden']);
const identifying = { target: 'identifying' } as const;

/**
 * Knows every state of a session and performs nothing. A state with the tag `settled` can be acted upon; while `locked`
 * the same person's password is awaited, and everything on the page stays as it is; with the tag `over` the page shows
 * nothing of its person any more.
 */
export const sessionMachine = setup({
  types: {} as { context: SessionContext; events: SessionEvent },
  actors: { identify, endSession, forget, otherTabs },
  actions: {
    /** Keeps who is here, and where, for this tab's next page. */
    remember: (_, _params: { user: User | null; organization: Organization | null }) => undefined,
    goTo: assign(({ context }, { organization }: Goal) => ({
      organization: findOrganization(context.organizations, organization),
    })),
    /** Following would lose something: the person is asked. */
    setPendingOrganization: assign(({ context }, { organization }: Goal) => ({
      pendingOrganization: findOrganization(context.organizations, organization),
    })),
    /** Nothing of this person is asked or shown any more. */
    dismiss: () => undefined,
    /** Whatever session there was before, this one has taken its place. */
    settle: () => undefined,
    tellLeft: sendTo('otherTabs', { type: 'left' }),
    tellEntered: sendTo('otherTabs', { type: 'entered' }),
    tellArrived: sendTo('otherTabs', (_, { user }: { user: User | null }) => ({
      type: 'arrived',
      person: { id: user?.id ?? '', email: user?.email ?? '' },
    })),
    tellMoved: sendTo('otherTabs', ({ context: { user, organization } }) => ({
      type: 'moved',
      move: { user: user?.id ?? '', organization: organization?.id ?? '' },
    })),
  },
  guards: {
    hasOrganization: ({ context }) => context.organization !== null,
    isForeign: ({ context }, move: Goal) => !context.organizations.some(({ id }) => id === move.organization),
    isOther: ({ context }, id: string) => context.user !== null && context.user.id !== id,
    isSomebodys: ({ context }) => context.user !== null,
    /** Somebody else's move, one to where this tab is already, or to where it can't go. */
    isNoMove: ({ context }, { user, organization }: OrganizationMove) =>
      context.user?.id !== user ||
      context.organization?.id === organization ||
      !context.organizations.some(({ id }) => id === organization),
    /** Leaving the page now would lose something. */
    isBusy: () => false,
  },
}).createMachine({
  id: 'session',
  context: noSession,
  invoke: { id: 'otherTabs', src: 'otherTabs' },
  initial: 'unknown',
  on: {
    'login.succeeded': { target: '.identifying', actions: ['settle', 'tellEntered'] },
    'logout.asked': '.leaving',
    'elsewhere.left': '.forgetting',
    'elsewhere.arrived': {
      guard: { type: 'isOther', params: ({ event }) => event.id },
      target: '.replaced',
      actions: assign({ replacedBy: ({ event }) => event.email }),
    },
    'person.replaced': {
      guard: 'isSomebodys',
      target: '.replaced',
      actions: assign({ replacedBy: ({ event }) => event.email }),
    },
  },
  states: {
    unknown: { on: { 'session.wanted': identifying, 'elsewhere.entered': identifying } },
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
            actions: assign(({ event }) => ({ ...noSession, failure: Failure.from(event.error) })),
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
      },
      states: {
        choosing: {
          entry: [
            assign({ pendingOrganization: null }),
            { type: 'remember', params: ({ context }) => context },
          ],
          always: [{ guard: 'hasOrganization', target: 'signedIn' }, { target: 'withoutOrganization' }],
        },
        signedIn: {
          on: {
            'organization.chosen': [
              { guard: { type: 'isForeign', params: ({ event }) => event } },
              { guard: 'isBusy', actions: { type: 'setPendingOrganization', params: ({ event }) => event } },
              {
                target: 'choosing',
                actions: [{ type: 'goTo', params: ({ event }) => event }, 'tellMoved'],
              },
            ],
            'elsewhere.moved': [
              { guard: { type: 'isNoMove', params: ({ event }) => event } },
              { guard: 'isBusy', actions: { type: 'setPendingOrganization', params: ({ event }) => event } },
              { target: 'choosing', actions: { type: 'goTo', params: ({ event }) => event } },
            ],
            'move.followed': {
              target: 'choosing',
              actions: [
                assign(({ context: { pendingOrganization, organization } }) => ({
                  organization: pendingOrganization ?? organization,
                })),
                'tellMoved',
              ],
            },
            'move.declined': { actions: assign({ pendingOrganization: null }) },
          },
        },
        withoutOrganization: {},
        /** The session has ended in mid-work. */
        locked: {
          tags: 'locked',
          on: {
            'access.lost': {},
            'login.succeeded': { target: 'returning', actions: ['settle', 'tellEntered'] },
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
    replaced: { tags: ['settled', 'over'], entry: 'dismiss' },
    /** Nobody could be asked, and nobody is remembered. */
    unreachable: {
      tags: 'settled',
      on: { 'session.wanted': identifying, 'elsewhere.entered': identifying },
    },
    leaving: {
      entry: assign({ failure: null }),
      invoke: {
        src: 'endSession',
        onDone: { target: 'forgetting', actions: 'tellLeft' },
        onError: {
          target: 'forgetting',
          actions: [assign({ failure: ({ event }) => Failure.from(event.error) }), 'tellLeft'],
        },
      },
    },
    forgetting: {
      tags: 'over',
      entry: 'dismiss',
      invoke: { src: 'forget', onDone: 'signedOut', onError: 'signedOut' },
    },
    signedOut: {
      tags: ['settled', 'over'],
      entry: assign(({ context }) => ({ ...noSession, failure: context.failure })),
      on: { 'session.wanted': identifying, 'elsewhere.entered': identifying },
    },
  },
});
