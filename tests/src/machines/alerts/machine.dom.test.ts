/** Alerts: shown once, dismissed after their duration, suppressed. */
import { waitFor } from '@testing-library/react';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { expect, test, vi } from 'vitest';
import { newAlert, type AlertInput } from '#src/machines/alerts/types.ts';
import { alertsMachine } from '#src/machines/alerts/machine.ts';

async function panel() {
  const begun = begin(async () => []);
  await begun.ready();
  return begun;
}
/** A promise with its resolver. */
function promised() {
  let give: (ids: string[]) => void = () => undefined;
  const answer = new Promise<string[]>((resolve) => {
    give = resolve;
  });
  return { answer, give };
}
/** A panel that may not know the suppressed alerts yet. */
function begin(loadMutedIds: () => Promise<string[]>) {
  const clock = new SimulatedClock();
  const machine = alertsMachine.provide({ actors: { loadMutedIds: fromPromise(loadMutedIds) } });
  const actor = createActor(machine, { clock }).start();
  const ready = () => waitFor(() => expect(actor.getSnapshot().matches('ready')).toBe(true));
  const raise = (news: Partial<AlertInput> = {}) =>
    actor.send({
      type: 'alert.raised',
      alert: newAlert({ type: 'info', source: 'API', content: 'Hello', ...news } as AlertInput, 0),
    });
  const texts = () => actor.getSnapshot().context.shown.map(({ content }) => content);
  return { actor, clock, ready, raise, texts };
}

test('a repeated alert is counted, and its timer restarts', async () => {
  const { actor, raise, clock } = await panel();
  raise({ duration: 5 });
  clock.increment(4_000);
  raise({ duration: 5 });
  clock.increment(4_000);
  expect(actor.getSnapshot().context.shown).toMatchObject([{ content: 'Hello', times: 2 }]);
  clock.increment(1_000);
  expect(actor.getSnapshot().context.shown).toEqual([]);
});

test('a repeated alert is shown once; another source or type is another alert', async () => {
  const { raise, texts } = await panel();
  raise();
  raise();
  expect(texts()).toEqual(['Hello']);
  raise({ source: 'File' });
  raise({ type: 'error' });
  expect(texts()).toHaveLength(3);
});

test('no alert dismisses itself while the timers are paused', async () => {
  const { actor, raise, texts, clock } = await panel();
  raise({ content: 'before', duration: 5 });
  actor.send({ type: 'timers.paused' });
  raise({ content: 'meanwhile', duration: 5 });
  clock.increment(60_000);
  expect(texts()).toEqual(['before', 'meanwhile']);
  actor.send({ type: 'timers.resumed' });
  clock.increment(5_000);
  expect(texts()).toEqual([]);
});

test('a muted alert is suppressed by its id', async () => {
  const { actor, raise, texts } = await panel();
  raise({ id: 'proxy-tip', dontShowAgain: true });
  actor.send({ type: 'alert.muted', id: 'proxy-tip' });
  raise({ id: 'proxy-tip', dontShowAgain: true });
  expect(texts()).toEqual(['You won’t see this alert again.']);
});

test('muting can be undone for ten seconds', async () => {
  const { actor, raise, texts, clock } = await panel();
  raise({ id: 'proxy-tip', dontShowAgain: true });
  actor.send({ type: 'alert.muted', id: 'proxy-tip' });
  clock.increment(9_999);
  expect(texts()).toHaveLength(1);
  actor.send({ type: 'alert.unmuted', id: 'proxy-tip' });
  expect(texts()).toEqual(['Hello']);

  actor.send({ type: 'alert.muted', id: 'proxy-tip' });
  clock.increment(10_000);
  expect(texts()).toEqual([]);
});

test('a dismissed error stays in the history until the history is cleared', async () => {
  const { actor, raise, clock } = await panel();
  raise({ type: 'error', content: 'It broke.', duration: 5 });
  raise({ content: 'Fine.', source: 'User' });
  expect(actor.getSnapshot().context.unread).toBe(2);
  clock.increment(5_000);
  actor.send({ type: 'alerts.cleared' });
  actor.send({ type: 'history.read' });
  const { shown, history, unread } = actor.getSnapshot().context;
  expect({ shown, unread }).toEqual({ shown: [], unread: 0 });
  expect(history.map(({ content }) => content)).toEqual(['It broke.', 'Fine.']);
  actor.send({ type: 'history.cleared', source: 'User' });
  expect(actor.getSnapshot().context.history.map(({ content }) => content)).toEqual(['It broke.']);
});

test('a long history drops other alerts before errors', async () => {
  const { actor, raise } = await panel();
  raise({ type: 'error', content: 'It broke.' });
  for (let at = 0; at < 300; at++) raise({ content: `News ${at}` });
  const { history } = actor.getSnapshot().context;
  expect(history).toHaveLength(200);
  expect(history[0]?.content).toBe('It broke.');
});

test('alerts and history are deleted when the person leaves', async () => {
  const { actor, raise } = await panel();
  raise({ type: 'error' });
  actor.send({ type: 'user.signedOut' });
  expect(actor.getSnapshot().context).toMatchObject({ shown: [], history: [], unread: 0, muted: [] });
});

test('an alert that may be muted waits until that is ready, others are shown at once', async () => {
  const { answer, give } = promised();
  const { actor, clock, ready, raise, texts } = begin(() => answer);
  raise({ id: 'proxy-tip', content: 'muted', dontShowAgain: true });
  raise({ id: 'other-tip', content: 'not muted', dontShowAgain: true, duration: 5 });
  raise({ id: 'file-tip', content: 'cleared meanwhile', source: 'File', dontShowAgain: true });
  raise({ content: 'plain' });
  actor.send({ type: 'alerts.cleared', source: 'File' });
  expect(texts()).toEqual(['plain']);
  clock.increment(60_000);
  give(['proxy-tip']);
  await ready();
  expect(texts()).toEqual(['plain', 'not muted']);
  expect(actor.getSnapshot().context).toMatchObject({ unread: 2, pending: [] });
  clock.increment(5_000);
  expect(texts()).toEqual(['plain']);
});

test('after a person arrives, alerts that may be muted wait until that is ready', async () => {
  const { answer, give } = promised();
  const loadMutedIds = vi.fn(() => answer).mockResolvedValueOnce([]);
  const { actor, ready, raise, texts } = begin(loadMutedIds);
  await ready();
  actor.send({ type: 'user.signedOut' });
  actor.send({ type: 'user.signedIn' });
  raise({ id: 'proxy-tip', dontShowAgain: true });
  expect(texts()).toEqual([]);
  give(['proxy-tip']);
  await ready();
  expect(texts()).toEqual([]);
});

test('an alert that is muted while the muted ones are read stays muted', async () => {
  const { answer, give } = promised();
  const loadMutedIds = vi.fn(() => answer).mockResolvedValueOnce(['other-tip']);
  const { actor, ready, raise, texts } = begin(loadMutedIds);
  await ready();
  actor.send({ type: 'user.signedIn' });
  actor.send({ type: 'alert.muted', id: 'proxy-tip' });
  give(['other-tip']);
  await ready();
  for (const id of ['proxy-tip', 'other-tip']) raise({ id, dontShowAgain: true });
  expect(texts()).toEqual([]);
  expect(actor.getSnapshot().context.muted).toHaveLength(2);
});

test('if the muted alerts can’t be read, all alerts are shown', async () => {
  const { ready, raise, texts } = begin(() => Promise.reject(new Error('no storage')));
  raise({ id: 'proxy-tip', dontShowAgain: true });
  await ready();
  expect(texts()).toEqual(['Hello']);
});

test('alerts can be cleared by source or all at once', async () => {
  const { actor, raise, texts } = await panel();
  raise({ source: 'File', content: 'one' });
  raise({ source: 'API', content: 'two' });
  raise({ source: 'API', content: 'three' });
  actor.send({ type: 'alerts.cleared', source: 'API' });
  expect(texts()).toEqual(['one']);
  actor.send({ type: 'alerts.cleared' });
  expect(texts()).toEqual([]);
});

test('an alert of an unknown type, or whose content is neither text nor element, is refused', () => {
  const wrongType = { type: 'shout', source: 'API', content: 'x' } as unknown as AlertInput;
  expect(() => newAlert(wrongType, 0)).toThrow('not "shout"');
  expect(() => newAlert({ type: 'info', source: 'API', content: { html: '<b>' } }, 0)).toThrow('string');
});
