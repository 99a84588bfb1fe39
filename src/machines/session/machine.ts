/** The signed-in user and the selected organization. */
import { assign, sendTo, setup } from 'xstate';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import { Failure } from '#src/shared/failure.ts';
import {
  deleteLocalData,
  findOrganization,
  endSession,
  identify,
  noSession,
  otherTabs,
  contextOf,
  type OrganizationSwitch,
  type SessionContext,
  type SessionEvent,
} from './types.ts';

const refused = new Set(['signed-out', 'forbidden']);
const identifying = { target: 'identifying' } as const;

/**
 * Pure: actors and the actions without an implementation are provided. Tags: `settled`, loaders can decide; `known`, the user
 * is identified; `locked`, the page stays as it is until the same user has signed in again; `ended`, the page shows no data.
 */
export const sessionMachine = setup({
  types: {} as { context: SessionContext; events: SessionEvent },
  actors: { identify, endSession, deleteLocalData, otherTabs },
  actions: {
    /** Stores the user and the organization for the next page of this tab. */
    storeSession: (_, _params: { user: User | null; organization: Organization | null }) => undefined,
    selectOrganization: assign(({ context }, { organization }: { organization: string }) => ({
      organization: findOrganization(context.organizations, organization),
    })),
    /** Asks the user first, since switching would lose data of this page. */
    setPendingOrganization: assign(({ context }, { organization }: { organization: string }) => ({
      pendingOrganization: findOrganization(context.organizations, organization),
    })),
    /** Aborts the calls of the user. */
    abortCalls: () => undefined,
    /** Drops a sign-out that could not be sent: a new session has replaced the one to be ended. */
    clearPendingSignOut: () => undefined,
    postSignedOut: sendTo('otherTabs', { type: 'left' }),
    postLoggedIn: sendTo('otherTabs', { type: 'entered' }),
    postUser: sendTo('otherTabs', (_, { user }: { user: User | null }) => ({
      type: 'arrived',
      person: { id: user?.id ?? '', email: user?.email ?? '' },
    })),
    postOrganization: sendTo('otherTabs', ({ context: { user, organization } }) => ({
      type: 'moved',
      move: { user: user?.id ?? '', organization: organization?.id ?? '' },
    })),
  },
  guards: {
    hasUser: ({ context }) => context.user !== null,
    hasOrganization: ({ context }) => context.organization !== null,
    isOtherUser: ({ context }, id: string) => context.user !== null && context.user.id !== id,
    isForeign: ({ context }, { organization }: { organization: string }) =>
      !context.organizations.some(({ id }) => id === organization),
    /** A switch of another user, to the current organization, or to one that this user has no access to. */
    isIrrelevantSwitch: ({ context }, { user, organization }: OrganizationSwitch) =>
      context.user?.id !== user ||
      context.organization?.id === organization ||
      !context.organizations.some(({ id }) => id === organization),
    /** Leaving the page would lose data. */
    isBusy: () => false,
  },
}).createMachine({
  id: 'session',
  context: noSession,
  invoke: { id: 'otherTabs', src: 'otherTabs' },
  initial: 'unknown',
  on: {
    'login.succeeded': { target: '.identifying', actions: ['clearPendingSignOut', 'postLoggedIn'] },
    'logout.requested': '.signingOut',
    'otherTab.signedOut': '.deletingLocalData',
    'otherTab.identified': {
      guard: { type: 'isOtherUser', params: ({ event }) => event.id },
      target: '.replaced',
      actions: assign({ replacedBy: ({ event }) => event.email }),
    },
    'user.replaced': {
      guard: 'hasUser',
      target: '.replaced',
      actions: assign({ replacedBy: ({ event }) => event.email }),
    },
  },
  states: {
    unknown: { on: { 'session.requested': identifying, 'otherTab.loggedIn': identifying } },
    identifying: {
      invoke: {
        src: 'identify',
        onDone: {
          target: 'known',
          actions: [
            assign(({ event }) => contextOf(event.output)),
            { type: 'postUser', params: ({ context }) => context },
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
      initial: 'selecting',
      on: {
        'account.changed': identifying,
        'access.lost': '.locked',
        'organization.created': {
          target: '.selecting',
          actions: assign(({ context, event: { organization } }) => ({
            organizations: [...context.organizations, organization],
            organization,
          })),
        },
      },
      states: {
        selecting: {
          entry: [
            assign({ pendingOrganization: null }),
            { type: 'storeSession', params: ({ context }) => context },
          ],
          always: [{ guard: 'hasOrganization', target: 'signedIn' }, { target: 'withoutOrganization' }],
        },
        signedIn: {
          on: {
            'organization.chosen': [
              { guard: { type: 'isForeign', params: ({ event }) => event } },
              { guard: 'isBusy', actions: { type: 'setPendingOrganization', params: ({ event }) => event } },
              {
                target: 'selecting',
                actions: [{ type: 'selectOrganization', params: ({ event }) => event }, 'postOrganization'],
              },
            ],
            'otherTab.organizationChosen': [
              { guard: { type: 'isIrrelevantSwitch', params: ({ event }) => event } },
              { guard: 'isBusy', actions: { type: 'setPendingOrganization', params: ({ event }) => event } },
              { target: 'selecting', actions: { type: 'selectOrganization', params: ({ event }) => event } },
            ],
            'switch.confirmed': {
              target: 'selecting',
              actions: [
                assign(({ context: { pendingOrganization, organization } }) => ({
                  organization: pendingOrganization ?? organization,
                })),
                'postOrganization',
              ],
            },
            'switch.declined': { actions: assign({ pendingOrganization: null }) },
          },
        },
        withoutOrganization: {},
        /** The session has ended while the page was in use. */
        locked: {
          tags: 'locked',
          on: {
            'access.lost': {},
            'login.succeeded': { target: 'reidentifying', actions: ['clearPendingSignOut', 'postLoggedIn'] },
            'otherTab.identified': [
              {
                guard: { type: 'isOtherUser', params: ({ event }) => event.id },
                target: '#session.replaced',
                actions: assign({ replacedBy: ({ event }) => event.email }),
              },
              { target: 'reidentifying' },
            ],
          },
        },
        /** A user has signed in: checks that it is the same user. */
        reidentifying: {
          tags: 'locked',
          on: { 'access.lost': {} },
          invoke: {
            src: 'identify',
            onDone: [
              {
                guard: { type: 'isOtherUser', params: ({ event }) => event.output.user.id },
                target: '#session.replaced',
                actions: [
                  assign({ replacedBy: ({ event }) => event.output.user.email }),
                  { type: 'postUser', params: ({ event }) => event.output },
                ],
              },
              {
                target: 'selecting',
                actions: [
                  assign(({ event }) => contextOf(event.output)),
                  { type: 'postUser', params: ({ context }) => context },
                ],
              },
            ],
            onError: 'locked',
          },
        },
      },
    },
    /** Another user has signed in in this browser: the page shows no data until it is reloaded. */
    replaced: { tags: ['settled', 'ended'], entry: 'abortCalls' },
    /** The service is unreachable, and no user is stored. */
    unreachable: {
      tags: 'settled',
      on: { 'session.requested': identifying, 'otherTab.loggedIn': identifying },
    },
    signingOut: {
      entry: assign({ failure: null }),
      invoke: {
        src: 'endSession',
        onDone: { target: 'deletingLocalData', actions: 'postSignedOut' },
        onError: {
          target: 'deletingLocalData',
          actions: [assign({ failure: ({ event }) => Failure.from(event.error) }), 'postSignedOut'],
        },
      },
    },
    deletingLocalData: {
      tags: 'ended',
      entry: 'abortCalls',
      invoke: { src: 'deleteLocalData', onDone: 'signedOut', onError: 'signedOut' },
    },
    signedOut: {
      tags: ['settled', 'ended'],
      entry: assign(({ context }) => ({ ...noSession, failure: context.failure })),
      on: { 'session.requested': identifying, 'otherTab.loggedIn': identifying },
    },
  },
});
