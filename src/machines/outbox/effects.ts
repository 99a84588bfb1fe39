/** The page's one outbox, with its hands: the local database, the service, the other tabs. */
import { createActor, fromCallback, fromPromise } from 'xstate';
import { patchProfile } from '@cloakroom/contract/accounts.ts';
import { patchOrganizationUser, putOrganization } from '@cloakroom/contract/organizations.ts';
import { addMember, removeMember } from '@cloakroom/contract/teams.ts';
import { call } from '#src/api/call.ts';
import { untilAnswered } from '#src/api/untilAnswered.ts';
import { keepStorage } from '#src/db/durable.ts';
import { outbox as kept } from '#src/db/outbox.ts';
import { tabSession } from '#src/db/session.ts';
import { openChannel } from '#src/lib/channel.ts';
import { connection } from '#src/lib/connection.ts';
import { Failure, isPassing } from '#src/lib/failure.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { raiseAlert } from '../alerts/effects.ts';
import { inspect } from '../inspection/trace.ts';
import { session } from '../session/effects.ts';
import { newChange, type Change, type Given, type Kind } from './types.ts';
import { outboxMachine, type Delivered, type OutboxEvent } from './machine.ts';

/** Sent again later, by the same person. */
const elsewhere = new Set(['signed-out', 'replaced']);

/** Carry a change out at the service. @throws {Failure} as `call` does. */
function send({ kind, given, id: repeatKey }: Change): Promise<unknown> {
  switch (kind) {
    case 'own-name':
      return call(patchProfile, { body: given, repeatKey });
    case 'organization': {
      const { id, ...body } = given;
      return call(putOrganization, { params: { id }, body, repeatKey });
    }
    case 'role': {
      const { organization: id, person: organizationUserId, is_admin } = given;
      const params = { id, organizationUserId };
      return call(patchOrganizationUser, { params, body: { is_admin }, repeatKey });
    }
    case 'team-member': {
      const { organization: id, team: teamId, person, added } = given;
      return call(added ? addMember : removeMember, {
        params: { id, teamId },
        body: { id: person },
        repeatKey,
      });
    }
  }
}

const inOrder = async (): Promise<Change[]> =>
  ((await kept.all()) as Change[]).sort((one, other) => one.since - other.since);

type News = { changed: true } | { sent: Kind };
const tabs = openChannel('outbox');
const listeners = createEmitter<[News]>();
tabs.addEventListener('message', ({ data }: MessageEvent<News>) => listeners.emit(data));

/** Tell this tab and every other one. */
function tell(news: News): void {
  tabs.postMessage(news);
  listeners.emit(news);
}

/** Told when a change that waited has been carried out, in whichever tab. @returns what ends it. */
export function whenSent(listener: (kind: Kind) => void): () => void {
  return listeners.subscribe((news) => {
    if ('sent' in news) listener(news.sent);
  });
}

async function write(change: Change): Promise<void> {
  await kept.put(change);
  tell({ changed: true });
}
async function drop({ id }: Change): Promise<void> {
  await kept.remove(id);
  tell({ changed: true });
}

const watch = fromCallback<OutboxEvent>(({ sendBack }) => {
  const read = () => void inOrder().then((changes) => sendBack({ type: 'changes.read', changes }));
  const wanted = () => sendBack({ type: 'delivery.wanted' });
  const looked = () => {
    if (!document.hidden) wanted();
  };
  const reached = () => {
    if (connection.get() === 'online') wanted();
  };
  // Whose changes they are changes with the person.
  let person = tabSession.read().email;
  const arrivals = session.subscribe(() => {
    const { email } = tabSession.read();
    if (email === person) return;
    person = email;
    read();
  });
  const stops = [connection.subscribe(reached), () => arrivals.unsubscribe(), listeners.subscribe(read)];
  document.addEventListener('visibilitychange', looked);
  read();
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', looked);
  };
});

async function mark(change: Change): Promise<boolean> {
  const there = await kept.replace(change);
  tell({ changed: true });
  return there;
}

/** @returns whether it is off the queue: carried out, refused, or taken back meanwhile. */
async function deliverOne(change: Change): Promise<boolean> {
  if (!(await mark({ ...change, state: 'sending', reason: null }))) return true;
  try {
    await send(change);
  } catch (thrown) {
    const { code, message } = Failure.from(thrown);
    if (isPassing(thrown) || elsewhere.has(code)) return !(await mark({ ...change, state: 'queued' }));
    if (await mark({ ...change, state: 'failed', reason: message }))
      raiseAlert({ type: 'error', source: 'User', content: `Not saved. ${change.words}. ${message}` });
    return true;
  }
  await kept.remove(change.id);
  tell({ sent: change.kind });
  raiseAlert({ type: 'success', source: 'User', content: `Saved. ${change.words}`, duration: 5 });
  return true;
}

async function deliverAll(): Promise<Delivered> {
  for (;;) {
    const changes = await inOrder();
    // What another tab left as being sent was cut off: this one has the lock.
    const next = changes.find(({ state }) => state !== 'failed');
    if (!next) return { changes, through: true };
    if (!(await deliverOne(next))) return { changes: await inOrder(), through: false };
  }
}

/** Only one tab at a time, where the browser has locks; keys keep it right where it has none. */
async function deliverAlone(): Promise<Delivered> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return deliverAll();
  const name = `outbox ${tabSession.read().email ?? ''}`;
  return locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? deliverAll() : { changes: await inOrder(), through: false },
  );
}

export const outbox = createActor(
  outboxMachine.provide({ actors: { watch, deliver: fromPromise(deliverAlone) } }),
  { inspect },
).start();

/**
 * Carry a change out, or keep it until somebody answers. It takes the place of one of the same thing that still waits.
 * @returns `waiting` when it is kept.
 * @throws {Failure} when the service refuses it.
 */
export async function submit<K extends Kind>(kind: K, given: Given[K]): Promise<'sent' | 'waiting'> {
  const change = newChange(kind, given, Date.now());
  const before = (await inOrder()).filter(({ about }) => about === change.about);
  const reached = () => connection.get() === 'online';
  if (before.length === 0 && reached()) {
    try {
      await untilAnswered(() => send(change), reached);
      return 'sent';
    } catch (thrown) {
      if (!isPassing(thrown)) throw thrown;
    }
  }
  await write(change);
  for (const former of before) await drop(former);
  keepStorage();
  return 'waiting';
}

/** Forget a change that waits or has failed. */
export const cancel = (change: Change): Promise<void> => drop(change);

/** Put a change that has failed back into the queue. */
export const tryAgain = (change: Change): Promise<void> =>
  write({ ...change, state: 'queued', reason: null });
