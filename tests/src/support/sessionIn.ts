/** Session machines with fake effects, and people for them. */
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { vi } from 'vitest';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import type { SessionEvent, SessionMessage } from '#src/machines/session/types.ts';
import { sessionMachine } from '#src/machines/session/machine.ts';

export const organization = (id: string) => ({ id, name: `Organization ${id}` }) as Organization;
export const person = (...organizations: string[]) =>
  ({ id: 'ada', email: 'ada@example.org', organizations: organizations.map(organization) }) as User;
export const eve = { ...person('evil'), id: 'eve', email: 'eve@example.org' };

type World = {
  self?: () => Promise<User>;
  stored?: string | null;
  end?: () => Promise<undefined>;
  busy?: () => boolean;
};

/** A session with these effects. */
export function sessionIn({
  self = async () => person('one', 'two'),
  stored = null,
  end = async () => undefined,
  busy = () => false,
}: World) {
  const dismissed = vi.fn();
  const forgotten = vi.fn();
  const remembered = vi.fn<(organization: string | null) => void>();
  const onMessage = vi.fn<(message: SessionMessage) => void>();
  let elsewhere: (event: SessionEvent) => void = vi.fn();
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        identify: fromPromise(async () => ({ user: await self(), storedOrganization: stored })),
        endSession: fromPromise(end),
        deleteLocalData: fromPromise(async () => {
          forgotten();
          return undefined;
        }),
        otherTabs: fromCallback<SessionMessage>(({ sendBack, receive }) => {
          elsewhere = sendBack;
          receive(onMessage);
        }),
      },
      actions: {
        storeSession: (_, params) => remembered(params.organization?.id ?? null),
        abortCalls: dismissed,
      },
      guards: { isBusy: busy },
    }),
  ).start();
  const settled = () => waitFor(actor, (now) => now.hasTag('settled'));
  const arrive = () => {
    actor.send({ type: 'session.requested' });
    return settled();
  };
  return {
    actor,
    arrive,
    settled,
    forgotten,
    dismissed,
    remembered,
    onMessage,
    elsewhere: (event: SessionEvent) => elsewhere(event),
  };
}
