/** Alerts: each once, some for a while, some never again. */
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { expect, test, vi } from 'vitest';
import { newAlert, type News } from '#src/lib/alert.ts';
import { alertsMachine } from '#src/machines/alerts/machine.ts';

async function panel(muted: string[] = []) {
  const clock = new SimulatedClock();
  const stored = vi.fn<(id: string) => void>();
  const machine = alertsMachine.provide({
    actors: { recall: fromPromise(async () => muted) },
    actions: { store: (_, { id }) => stored(id) },
  });
  const actor = createActor(machine, { clock }).start();
  await vi.waitFor(() => expect(actor.getSnapshot().matches({ memory: 'known' })).toBe(true));
  const raise = (news: Partial<News> = {}) =>
    actor.send({
      type: 'alert.raised',
      alert: newAlert({ type: 'info', source: 'API', content: 'Hello', ...news } as News, 0),
    });
  const texts = () => actor.getSnapshot().context.shown.map(({ content }) => content);
  return { actor, clock, raise, stored, texts };
}

test('the same news is shown once; another source or type is other news', async () => {
  const { raise, texts } = await panel();
  raise();
  raise();
  expect(texts()).toEqual(['Hello']);
  raise({ source: 'File' });
  raise({ type: 'error' });
  expect(texts()).toHaveLength(3);
});

test('an alert with a duration goes by itself, one without stays', async () => {
  const { raise, texts, clock } = await panel();
  raise({ content: 'passing', duration: 5 });
  raise({ content: 'staying' });
  clock.increment(4_999);
  expect(texts()).toEqual(['passing', 'staying']);
  clock.increment(1);
  expect(texts()).toEqual(['staying']);
});

test('nothing goes by itself while somebody is reading', async () => {
  const { actor, raise, texts, clock } = await panel();
  raise({ content: 'before', duration: 5 });
  actor.send({ type: 'alerts.held' });
  raise({ content: 'meanwhile', duration: 5 });
  clock.increment(60_000);
  expect(texts()).toEqual(['before', 'meanwhile']);
  actor.send({ type: 'alerts.released' });
  clock.increment(5_000);
  expect(texts()).toEqual([]);
});

test('"Don’t show again" stores the id and suppresses it from then on', async () => {
  const { actor, raise, texts, stored } = await panel();
  raise({ id: 'proxy-tip', dontShowAgain: true });
  actor.send({ type: 'alert.muted', id: 'proxy-tip' });
  raise({ id: 'proxy-tip', dontShowAgain: true });
  expect(texts()).toEqual([]);
  expect(stored).toHaveBeenCalledWith('proxy-tip');
});

test('what was muted on an earlier visit stays away', async () => {
  const { raise, texts } = await panel(['proxy-tip']);
  raise({ id: 'proxy-tip', dontShowAgain: true });
  expect(texts()).toEqual([]);
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

test('an alert of an unknown type, or one that is neither text nor element, is refused', () => {
  const wrongType = { type: 'shout', source: 'API', content: 'x' } as unknown as News;
  expect(() => newAlert(wrongType, 0)).toThrow('not "shout"');
  expect(() => newAlert({ type: 'info', source: 'API', content: { html: '<b>' } }, 0)).toThrow('text');
});
