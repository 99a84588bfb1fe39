/** Changes that wait: the machine alone, and the machine with its real effects. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { outbox as storedChanges } from '#src/shared/storage/outbox.ts';
import { deleteSessionData } from '#src/shared/storage/localData.ts';
import { tabSession } from '#src/shared/storage/session.ts';
import { connection } from '#src/shared/connection.ts';
import { newChange, type Change } from '#src/machines/outbox/types.ts';
import { outboxMachine, type DeliveryResult, type OutboxEvent } from '#src/machines/outbox/machine.ts';
import { actors, endRoots } from '../../support/testRoot.ts';
import type { Actors } from '#src/machines/root/effects.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

const names = { first_name: 'Augusta', last_name: 'King' };
const queued = newChange('own-name', names, 1);
const failed: Change = { ...queued, state: 'failed', reason: 'No.' };

/** An outbox with these changes, whose deliveries end with these results, in order. */
function outboxWith(changes: Change[], ...endings: DeliveryResult[]) {
  let deliveries = 0;
  const actor = createActor(
    outboxMachine.provide({
      actors: {
        watch: fromCallback<OutboxEvent>(({ sendBack }) => sendBack({ type: 'changes.read', changes })),
        deliver: fromPromise(async () => endings[deliveries++] ?? { changes: [], allDelivered: true }),
      },
    }),
  ).start();
  return { actor, deliveries: () => deliveries };
}

test('a queued change is delivered, then the machine rests', async () => {
  const { actor, deliveries } = outboxWith([queued]);
  await waitFor(actor, (now) => now.matches('idle') && now.context.changes.length === 0);
  expect(deliveries()).toBe(1);
});

test('a failed change is not delivered automatically', async () => {
  const { actor, deliveries } = outboxWith([failed]);
  await Promise.resolve();
  expect(actor.getSnapshot().value).toBe('idle');
  expect(deliveries()).toBe(0);
});

test('an undelivered change waits until a delivery is wanted', async () => {
  const { actor, deliveries } = outboxWith([queued], { changes: [queued], allDelivered: false });
  await waitFor(actor, (now) => now.matches('backoff'));
  actor.send({ type: 'delivery.requested' });
  await waitFor(actor, (now) => now.matches('idle'));
  expect(deliveries()).toBe(2);
});

/* From here on with the real effects: a database, and a network that can be cut. */

type Asked = { address?: string; key: string | null; body: unknown };
let asked: Asked[] = [];
let answer: () => Response = () => Response.json(names);
const cut = () => {
  throw new TypeError('Failed to fetch');
};
const { submit, cancel, tryAgain } = {
  submit: ((...change) => actors().submit(...change)) as Actors['submit'],
  cancel: (change: Change) => actors().cancel(change),
  tryAgain: (change: Change) => actors().tryAgain(change),
};
const changes = () => actors().outbox.getSnapshot().context.changes;
const until = (found: (present: Change[]) => boolean) =>
  waitFor(actors().outbox, ({ context }) => found(context.changes));
const back = () => actors().outbox.send({ type: 'delivery.requested' });

beforeEach(async () => {
  await deleteSessionData();
  tabSession.write({ email: 'ada@example.org', organization: 'clinic' });
  asked = [];
  answer = () => Response.json(names);
  document.cookie = 'csrftoken=token';
  vi.stubGlobal('fetch', async (address: string, { body, headers }: RequestInit) => {
    const reply = answer();
    const key = new Headers(headers).get('Idempotency-Key');
    asked.push({ address, key, body: JSON.parse(body as string) as unknown });
    return reply;
  });
});
afterEach(async () => {
  for (const change of changes()) await cancel(change);
  await until((present) => present.length === 0);
  endRoots();
  connection.report(200);
});

/** Makes a change while the network is cut. */
async function whileAway(name: string): Promise<void> {
  answer = cut;
  for (let at = 0; at < 3; at += 1) connection.report(undefined);
  expect(await submit('own-name', { first_name: name, last_name: 'King' })).toBe('queued');
}

test('a change is sent at once while the service answers, and is not stored', async () => {
  expect(await submit('own-name', names)).toBe('sent');
  expect(asked).toMatchObject([{ key: expect.stringMatching(/^[\da-f-]{36}$/) as string, body: names }]);
  expect(await storedChanges.all()).toEqual([]);
});

test('a change made while the service doesn’t answer is stored, and sent once later', async () => {
  await whileAway('Augusta');
  await until((present) => present.length === 1);
  expect(changes()[0]).toMatchObject({ description: 'Your name: Augusta King' });
  const sent = vi.fn();
  actors().outbox.on('change.sent', ({ kind }) => void sent(kind));
  answer = () => Response.json(names);
  connection.report(200);
  back();
  await until((present) => present.length === 0);
  expect(asked).toHaveLength(1);
  expect(sent).toHaveBeenCalledExactlyOnceWith('own-name');
  expect(await storedChanges.all()).toEqual([]);
});

test('sends a change whose response was lost again with the same key', async () => {
  let lost = 3;
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    asked.push({ key: new Headers(headers).get('Idempotency-Key'), body: undefined });
    return lost-- > 0 ? cut() : Response.json(names);
  });
  expect(await submit('own-name', names)).toBe('queued');
  back();
  await vi.waitFor(() => expect(asked).toHaveLength(4), pollTimeout);
  await until((present) => present.length === 0);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
});

test('sends only the later of two changes with the same target', async () => {
  await whileAway('Augusta');
  await whileAway('Ada');
  await until((present) => present.length === 1);
  answer = () => Response.json(names);
  connection.report(200);
  back();
  await until((present) => present.length === 0);
  expect(asked.map(({ body }) => body)).toEqual([{ first_name: 'Ada', last_name: 'King' }]);
});

test('sends only the later of adding and removing the same member, with its own call', async () => {
  const place = { organization: 'clinic', team: 'owners', team_name: 'People Data Owners' };
  const grace = { ...place, person: 'grace', email: 'grace@example.org' };
  answer = cut;
  for (let at = 0; at < 3; at += 1) connection.report(undefined);
  for (const added of [true, false]) expect(await submit('team-member', { ...grace, added })).toBe('queued');
  await until((present) => present.length === 1);
  expect(changes()[0]?.description).toBe('grace@example.org is removed from People Data Owners');
  answer = () => new Response(null, { status: 204 });
  connection.report(200);
  back();
  await until((present) => present.length === 0);
  expect(asked).toMatchObject([
    { address: '/api/organizations/clinic/teams/owners/remove_member/', body: { id: 'grace' } },
  ]);
});

test('a refused change shows the reason and stays until it is retried or cancelled', async () => {
  await whileAway('Augusta');
  answer = () => Response.json({ detail: 'Not today.' }, { status: 403 });
  connection.report(200);
  back();
  await until(([present]) => present?.state === 'failed');
  const [refused] = changes();
  expect(refused).toMatchObject({ reason: 'Not today.' });
  answer = () => Response.json(names);
  await tryAgain(refused!);
  await until((present) => present.length === 0);
  expect(asked).toHaveLength(2);
});

test('rejects if the service refuses the change immediately, and stores nothing', async () => {
  answer = () => Response.json({ detail: 'Not today.' }, { status: 403 });
  await expect(submit('own-name', names)).rejects.toThrow('Not today.');
  expect(await storedChanges.all()).toEqual([]);
});

test('a cancelled change is not sent', async () => {
  await whileAway('Augusta');
  await until((present) => present.length === 1);
  await cancel(changes()[0]!);
  answer = () => Response.json(names);
  connection.report(200);
  back();
  await until((present) => present.length === 0);
  expect(asked).toEqual([]);
});

test('changes of another person are not visible', async () => {
  await whileAway('Augusta');
  tabSession.write({ email: 'eve@example.org', organization: 'clinic' });
  expect(await storedChanges.all()).toEqual([]);
  tabSession.write({ email: 'ada@example.org', organization: 'clinic' });
  expect(await storedChanges.all()).toHaveLength(1);
});
