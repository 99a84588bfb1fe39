/** Effects of the outbox: the local database, the service, the other tabs. */
import { fromCallback, fromPromise, type AnyActorRef } from 'xstate';
import { patchProfile } from '@cloakroom/contract/accounts.ts';
import { patchOrganizationUser, putOrganization } from '@cloakroom/contract/organizations.ts';
import { addMember, removeMember } from '@cloakroom/contract/teams.ts';
import { call } from '#src/shared/http/call.ts';
import { retryTransient } from '#src/shared/http/retry.ts';
import type { PersistStorage } from '#src/shared/storage/durable.ts';
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

/** The change is sent again later, by the same user. */
const elsewhere = new Set(['signed-out', 'replaced']);

/** Sends a change to the service. @throws {Failure} as `call` does. */
function send({ kind, given, id: idempotencyKey }: Change): Promise<unknown> {
  switch (kind) {
    case 'own-name':
      return call(patchProfile, { body: given, idempotencyKey });
    case 'organization': {
      const { id, ...body } = given;
      return call(putOrganization, { params: { id }, body, idempotencyKey });
    }
    case 'role': {
      const { organization: id, person: organizationUserId, is_admin } = given;
      const params = { id, organizationUserId };
      return call(patchOrganizationUser, { params, body: { is_admin }, idempotencyKey });
    }
    case 'team-member': {
      const { organization: id, team: teamId, person, added } = given;
      return call(added ? addMember : removeMember, {
        params: { id, teamId },
        body: { id: person },
        idempotencyKey,
      });
    }
  }
}

const inOrder = async (): Promise<Change[]> =>
  ((await storedChanges.all()) as Change[]).sort((one, other) => one.since - other.since);

type TabMessage = { changed: true } | { sent: ChangeKind };

/** Creates the outbox machine of one page with its effects, and the commands of components. */
export function createOutbox(keepStorage: PersistStorage) {
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
  async function drop({ id }: Change): Promise<void> {
    await storedChanges.remove(id);
    notify({ changed: true });
  }
  async function replace(change: Change): Promise<boolean> {
    const there = await storedChanges.replace(change);
    notify({ changed: true });
    return there;
  }

  const watch = fromCallback<OutboxEvent>(({ sendBack, system }) => {
    const session = system.get('session') as SessionActor;
    const read = () => void inOrder().then((changes) => sendBack({ type: 'changes.read', changes }));
    const wanted = () => sendBack({ type: 'delivery.wanted' });
    const onVisible = () => {
      if (!document.hidden) wanted();
    };
    const onConnection = () => {
      if (connection.get() === 'online') wanted();
    };
    const onMessage = ({ data }: MessageEvent<TabMessage>) => emit(data);
    // Each user has an outbox of their own.
    let person = tabSession.read().email;
    const arrivals = session.subscribe(() => {
      const { email } = tabSession.read();
      if (email === person) return;
      person = email;
      read();
    });
    const stops = [
      connection.subscribe(onConnection),
      () => arrivals.unsubscribe(),
      subscribe((message) => {
        if ('sent' in message) sendBack({ type: 'change.sent', kind: message.sent });
        read();
      }),
    ];
    document.addEventListener('visibilitychange', onVisible);
    channel.addEventListener('message', onMessage);
    read();
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', onVisible);
      channel.removeEventListener('message', onMessage);
    };
  });

  /** @returns whether it has left the queue: done, refused, or cancelled meanwhile. */
  async function deliverOne(change: Change, raiseAlert: RaiseAlert): Promise<boolean> {
    if (!(await replace({ ...change, state: 'sending', reason: null }))) return true;
    try {
      await send(change);
    } catch (thrown) {
      const { code, message } = Failure.from(thrown);
      if (isTransient(thrown) || elsewhere.has(code)) return !(await replace({ ...change, state: 'queued' }));
      if (await replace({ ...change, state: 'failed', reason: message }))
        raiseAlert({ type: 'error', source: 'User', content: `Not saved. ${change.words}. ${message}` });
      return true;
    }
    await storedChanges.remove(change.id);
    notify({ sent: change.kind });
    raiseAlert({ type: 'success', source: 'User', content: `Saved. ${change.words}`, duration: 5 });
    return true;
  }

  async function deliverAll(raiseAlert: RaiseAlert): Promise<DeliveryResult> {
    for (;;) {
      const changes = await inOrder();
      // This tab has the lock: a change in state `sending` was interrupted in another tab.
      const next = changes.find(({ state }) => state !== 'failed');
      if (!next) return { changes, allDelivered: true };
      if (!(await deliverOne(next, raiseAlert))) return { changes: await inOrder(), allDelivered: false };
    }
  }

  /** One tab at a time if the browser has locks; idempotency keys cover browsers without. */
  async function deliverAlone(system: AnyActorRef['system']): Promise<DeliveryResult> {
    const { raiseAlert } = alertCommands(system.get('alerts') as AlertsActor);
    const name = `outbox ${tabSession.read().email ?? ''}`;
    const delivered = await withTabLock(name, () => deliverAll(raiseAlert));
    return delivered ?? { changes: await inOrder(), allDelivered: false };
  }

  /**
   * Sends a change, or stores it until the service is reachable. It replaces queued changes of the same thing.
   * @returns `waiting` if it is stored.
   * @throws {Failure} if the service refuses it.
   */
  async function submit<K extends ChangeKind>(
    kind: K,
    given: ChangePayloads[K],
  ): Promise<'sent' | 'waiting'> {
    const change = newChange(kind, given, Date.now());
    const before = (await inOrder()).filter(({ about }) => about === change.about);
    const reached = () => connection.get() === 'online';
    if (before.length === 0 && reached()) {
      try {
        await retryTransient(() => send(change), reached);
        return 'sent';
      } catch (thrown) {
        if (!isTransient(thrown)) throw thrown;
      }
    }
    await write(change);
    for (const former of before) await drop(former);
    keepStorage();
    return 'waiting';
  }

  return {
    machine: outboxMachine.provide({
      actors: { watch, deliver: fromPromise(({ system }) => deliverAlone(system)) },
    }),
    commands: {
      submit,
      /** Deletes a change that is queued or has failed. */
      cancel: (change: Change): Promise<void> => drop(change),
      /** Queues a failed change again. */
      tryAgain: (change: Change): Promise<void> => write({ ...change, state: 'queued', reason: null }),
    },
  };
}

export type OutboxCommands = ReturnType<typeof createOutbox>['commands'];
