import { waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assign, createActor, fromPromise, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import { redacted } from '#src/machines/inspection/redacted.ts';
import { createTrace } from '#src/machines/inspection/trace.ts';

const trace = createTrace();
const { inspect } = trace;

const fetching = setup({
  types: {},
  actors: { fetch: fromPromise(async () => 'hunter2') },
}).createMachine({
  id: 'fetching',
  context: { id: 'a1', secret: null },
  initial: 'idle',
  states: {
    idle: { on: { wanted: 'asking', noticed: { actions: assign({ id: 'a2' }) } } },
    asking: {
      invoke: {
        src: 'fetch',
        onDone: { target: 'passing', actions: assign({ secret: ({ event }) => event.output }) },
      },
    },
    passing: { always: 'known' },
    known: {},
  },
});

const start = () => createActor(fetching, { inspect }).start();
const stepsOf = (machine: string, id: string) =>
  trace.steps().filter(({ actor }) => actor.name === machine && (actor.id === id || actor.parent?.id === id));

test('a step has its event, the states before and after, and the transitions taken', async () => {
  const actor = start();
  actor.send({ type: 'wanted' });
  await waitFor(() => expect(actor.getSnapshot().value).toBe('known'));
  const steps = stepsOf('fetching', actor.sessionId);
  expect(steps.map(({ event, from, to }) => [event, from, to])).toEqual([
    ['xstate.init', undefined, 'idle'],
    ['wanted', 'idle', 'asking'],
    ['xstate.done.actor.0.fetching.asking', 'asking', 'known'],
  ]);
  expect(steps.at(-1)?.taken.map(({ target }) => target?.[0]?.id)).toEqual([
    'fetching.passing',
    'fetching.known',
  ]);
  expect(steps[0]?.actor.root?.id).toBe('fetching');
  actor.stop();
});

test('an invoked actor is named by its source and parent, and its result is redacted', async () => {
  const actor = start();
  actor.send({ type: 'wanted' });
  expect(trace.running().map(({ name, parent }) => [name, parent?.id])).toContainEqual([
    'fetch',
    actor.sessionId,
  ]);
  await waitFor(() => expect(stepsOf('fetch', actor.sessionId).at(-1)?.status).toBe('done'));
  expect(stepsOf('fetching', actor.sessionId).at(-1)?.context).toEqual({ id: 'a1', secret: 'text of 7' });
  expect(
    JSON.stringify(stepsOf('fetch', actor.sessionId), ['event', 'to', 'context', 'status']),
  ).not.toContain('hunter2');
  actor.stop();
});

test('a stopped actor is not listed as running, and its last step says that it was stopped', () => {
  const actor = start();
  const one = trace.running().find(({ id }) => id === actor.sessionId);
  expect(one).toBeDefined();
  actor.stop();
  expect(trace.running()).not.toContain(one);
  expect(one?.last?.status).toBe('stopped');
});

test('the last 500 steps are kept, and subscribers are called for each', () => {
  let heard = 0;
  const stop = trace.subscribe(() => (heard += 1));
  const actor = start();
  for (let each = 0; each < 600; each += 1) actor.send({ type: 'noticed' });
  actor.stop();
  stop();
  expect(heard).toBe(602);
  expect(trace.steps()).toHaveLength(500);
  const [first, last] = [trace.steps()[0]!, trace.steps().at(-1)!];
  expect(last.number - first.number).toBe(499);
});

test('a context is redacted to its shape, with ids, numbers and known words by allowed names', () => {
  const shown = redacted({
    signUp: { email: 'ada@example.org', password: 'correct horse', id: 'u1' },
    file: new File(['Ada,36'], 'people.csv'),
    opened: new Map([['record1', { name: 'Ada', age: 36 }]]),
    records: [{ data: { name: 'v1.…' } }],
    failure: new Failure('forbidden', 'Ada may not.', { status: 403 }),
    phase: 'sending',
    processed: 12,
    age: 36,
    id: 'a sentence is not an id',
    permitted: null,
    held: true,
    at: new Date(0),
    deep: { deeper: { deepest: { secret: 'x' } } },
    'ada@example.org': 'a key that is data',
  });
  expect(shown).toEqual({
    signUp: { email: 'text of 15', password: 'text of 13', id: 'u1' },
    file: 'File of 6',
    opened: 'Map of 1',
    records: 'Array of 1',
    failure: { code: 'forbidden', status: 403 },
    phase: 'sending',
    processed: 12,
    age: 'number',
    id: 'text of 23',
    permitted: null,
    held: true,
    at: 'Date',
    deep: { deeper: { deepest: 'object' } },
    '…': 'text of 18',
  });
});

test('redacts every string unless its name is allowed, at any depth', () => {
  const secret = 'canary-5f2c';
  const { any } = fc.letrec<{ any: unknown }>((again) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.constant(secret),
      fc.constant(new Error(secret)),
      fc.array(again('any'), { maxLength: 3 }),
      fc.array(again('any'), { maxLength: 2 }).map((values) => new Set(values)),
      fc.dictionary(
        fc.constantFrom('name', 'data', 'opened', 'size', 'length', 'message', secret + '@x'),
        again('any'),
      ),
    ),
  }));
  fc.assert(
    fc.property(any, (value) => {
      expect(JSON.stringify([redacted(value)])).not.toContain(secret);
    }),
  );
});
