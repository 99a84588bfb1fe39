/** Effects of the outbox: the local database, the service, the other tabs. */
import { fromCallback, fromPromise, type AnyActorRef } from 'xstate';
import { patchProfile } from '@cloakroom/contract/accounts.ts';
import { patchOrganizationUser, putOrganization } from '@cloakroom/contract/organizations.ts';
import { addMember, removeMember } from '@cloakroom/contract/teams.ts';
import { call } from '#src/shared/http/call.ts';
import { retryTransient } from '#src/shared/http/retry.ts';
import type { PersistStorage } from '#src/shared/storage/persistStorage.ts';
import { outbox as storedChanges } from '#src/shared/storage/outbox.ts';
import { tabSession } from '#src/shared/storage/session.ts';
import { openChannel } from '#src/shared/tabs/channel.ts';
import { connection } from '#src/shared/connection.ts';
import { Failure, isTransient } from '#src/shared/failure.ts';
import { createEmitter } from '#src/shared/emitter.ts';
import { withTabLock } from '#src/shared/tabs/tabLock.ts';
import { alertCommands, type AlertsActor, type RaiseAlert } from '../alerts/effects.ts';
import type { SessionActor } from '../session/effects.ts';
import { newChange, type Change, type ChangePayloads, type ChangeKind } from './types.ts';
import { outboxMachine, type DeliveryResult, type OutboxEvent } from './machine.ts';

/** A change refused with these codes stays queued until the same user is signed in. */
const otherUserCodes = new Set(['signed-out', 'replaced']);

/** Sends a change to the service. @throws {Failure} as `call` does. */
function send({ kind, payload, id: idempotencyKey }: Change): Promise<unknown> {
  switch (kind) {
    case 'own-name':
      return call(patchProfile, { body: payload, idempotencyKey });
    case 'organization': {
      const { id, ...body } = payload;
      return call(putOrganization, { params: { id }, body, idempotencyKey });
    }
    case 'role': {
      const { organization: id, person: organizationUserId, is_admin } = payload;
      const params = { id, organizationUserId };
      return call(patchOrganizationUser, { params, body: { is_admin }, idempotencyKey });
    }
    case 'team-member': {
      const { organization: id, team: teamId, person, added } = payload;
      return call(added ? addMember : removeMember, {
        params: { id, teamId },
        body: { id: person },
        idempotencyKey,
      });
    }
  }
}

/** The stored changes, oldest first. */
const readChanges = async (): Promise<Change[]> =>
  ((await storedChanges.all()) as Change[]).sort((one, other) => one.since - other.since);

type TabMessage = { changed: true } | { sent: ChangeKind };

/** Creates the outbox machine of one page with its effects, and the commands of components. */
export function createOutbox(persistStorage: PersistStorage) {
  const channel = openChannel('outbox');
  const { emit, subscribe } = createEmitter<[TabMessage]>();

  /** Notifies this tab and every other one. */
  function notify(message: TabMessage): void {
    channel.postMessage(message);
    emit(message);
  }

  async function write(change: Change): Promise<void> {
    await storedChanges.put(change);
    notify({ changed: true });
  }
  async function remove({ id }: Change): Promise<void> {
    await storedChanges.remove(id);
    notify({ changed: true });
  }
  async function replace(change: Change): Promise<boolean> {
    const replaced = await storedChanges.replace(change);
    notify({ changed: true });
    return replaced;
  }

  const watch = fromCallback<OutboxEvent>(({ sendBack, system }) => {
    const session = system.get('session') as SessionActor;
    const sendChanges = () =>
      void readChanges().then((changes) => sendBack({ type: 'changes.read', changes }));
    const requestDelivery = () => sendBack({ type: 'delivery.requested' });
    const onVisible = () => {
      if (!document.hidden) requestDelivery();
    };
    const onConnection = () => {
      if (connection.get() === 'online') requestDelivery();
    };
    const onMessage = ({ data }: MessageEvent<TabMessage>) => emit(data);
    // Each user has a separate outbox.
    let user = tabSession.read().email;
    const subscription = session.subscribe(() => {
      const { email } = tabSession.read();
      if (email === user) return;
      user = email;
      sendChanges();
    });
    const unsubscribers = [
      connection.subscribe(onConnection),
      () => subscription.unsubscribe(),
      subscribe((message) => {
        if ('sent' in message) sendBack({ type: 'change.sent', kind: message.sent });
        sendChanges();
      }),
    ];
    document.addEventListener('visibilitychange', onVisible);
    channel.addEventListener('message', onMessage);
    sendChanges();
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      document.removeEventListener('visibilitychange', onVisible);
      channel.removeEventListener('message', onMessage);
    };
  });

  /** @returns whether the change is out of the queue: sent, failed, or cancelled meanwhile. */
  async function deliverOne(change: Change, raiseAlert: RaiseAlert): Promise<boolean> {
    if (!(await replace({ ...change, state: 'sending', reason: null }))) return true;
    try {
      await send(change);
    } catch (thrown) {
      const { code, message } = Failure.from(thrown);
      if (isTransient(thrown) || otherUserCodes.has(code))
        return !(await replace({ ...change, state: 'queued' }));
      if (await replace({ ...change, state: 'failed', reason: message }))
        raiseAlert({
          type: 'error',
          source: 'User',
          content: `Not saved. ${change.description}. ${message}`,
        });
      return true;
    }
    await storedChanges.remove(change.id);
    notify({ sent: change.kind });
    raiseAlert({ type: 'success', source: 'User', content: `Saved. ${change.description}`, duration: 5 });
    return true;
  }

  async function deliverAll(raiseAlert: RaiseAlert): Promise<DeliveryResult> {
    for (;;) {
      const changes = await readChanges();
      // This tab has the lock, so a change in the state `sending` was interrupted in another tab.
      const next = changes.find(({ state }) => state !== 'failed');
      if (!next) return { changes, allDelivered: true };
      if (!(await deliverOne(next, raiseAlert))) return { changes: await readChanges(), allDelivered: false };
    }
  }

  /** Delivers in one tab at a time if the browser has locks. Without locks, idempotency keys prevent duplicates. */
  async function deliverLocked(system: AnyActorRef['system']): Promise<DeliveryResult> {
    const { raiseAlert } = alertCommands(system.get('alerts') as AlertsActor);
    const name = `outbox ${tabSession.read().email ?? ''}`;
    const delivered = await withTabLock(name, () => deliverAll(raiseAlert));
    return delivered ?? { changes: await readChanges(), allDelivered: false };
  }

  /**
   * Sends a change, or stores it until the service is reachable. It replaces queued changes with the same target.
   * @returns `queued` if the change is stored for later.
   * @throws {Failure} if the service refuses it.
   */
  async function submit<K extends ChangeKind>(
    kind: K,
    payload: ChangePayloads[K],
  ): Promise<'sent' | 'queued'> {
    const change = newChange(kind, payload, Date.now());
    const queued = (await readChanges()).filter(({ target }) => target === change.target);
    const isOnline = () => connection.get() === 'online';
    if (queued.length === 0 && isOnline()) {
      try {
        await retryTransient(() => send(change), isOnline);
        return 'sent';
      } catch (thrown) {
        if (!isTransient(thrown)) throw thrown;
      }
    }
    await write(change);
    for (const earlier of queued) await remove(earlier);
    persistStorage();
    return 'queued';
  }

  return {
    machine: outboxMachine.provide({
      actors: { watch, deliver: fromPromise(({ system }) => deliverLocked(system)) },
    }),
    commands: {
      submit,
      /** Deletes a change that is queued or has failed. */
      cancel: (change: Change): Promise<void> => remove(change),
      /** Queues a failed change again. */
      tryAgain: (change: Change): Promise<void> => write({ ...change, state: 'queued', reason: null }),
    },
  };
}

export type OutboxCommands = ReturnType<typeof createOutbox>['commands'];
