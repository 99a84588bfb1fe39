/** The paths through a machine, for tests that follow them on the screen and check that no state is missing. */
import { getShortestPaths } from '@xstate/graph';
import { expect, test, vi } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, StateValue } from 'xstate';
import type { Reply } from './fakeServer.ts';
import { watchRoots } from './testRoot.ts';

type Event = { type: string };
type Wanted = {
  input?: unknown;
  /** Events of the machine and of its actors: a list, or one for each state. */
  events: readonly Event[] | ((snapshot: AnyMachineSnapshot) => readonly Event[]);
  /** Text that distinguishes two situations in the same state. */
  also?: (snapshot: AnyMachineSnapshot) => string;
};

const valueWords = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([name, inner]) => (inner === undefined ? name : `${name}.${valueWords(inner)}`))
        .join(', ');

/** One step of a path: the event, and the state afterwards. */
export type Move = { event: Event; state: string };

/** The name contains the last state and the events. */
type Way = { name: string; moves: Move[] };

/** The shortest path to each state that a machine can rest in. */
export function shortestPathsOf(machine: AnyStateMachine, { input, events, also = () => '' }: Wanted): Way[] {
  const nameOf = (snapshot: AnyMachineSnapshot) =>
    [valueWords(snapshot.value as StateValue), also(snapshot)].filter(Boolean).join(', ');
  const paths = getShortestPaths(machine, {
    ...(input !== undefined && { input }),
    events: events as never,
    serializeState: nameOf as never,
    limit: 1000,
  });
  return paths.map(({ steps }) => {
    const moves = steps.map(({ event, state }) => ({
      event: event as Event,
      state: nameOf(state as AnyMachineSnapshot),
    }));
    const [first, ...rest] = moves;
    const path = rest.map(({ event }) => event.type.replace(/^xstate\.(\w+)\.actor\..*$/, '$1')).join(', ');
    return { name: `${moves.at(-1)?.state ?? ''}: ${path || 'from the start'}`, moves: first ? moves : [] };
  });
}

const begins = (way: Way, other: Way) =>
  way.moves.length < other.moves.length &&
  way.moves.every(({ event, state }, at) => {
    const { event: others, state: theirs } = other.moves[at]!;
    return event.type === others.type && state === theirs;
  });

/** The paths that are not the beginning of another one. Following these, with a check after each move, covers all paths. */
export const whole = (ways: Way[]): Way[] => ways.filter((way) => !ways.some((other) => begins(way, other)));

/** Follows a path: does what each event stands for, and checks what the state after it shows. */
export async function follow(
  moves: readonly Move[],
  happens: Readonly<Record<string, (event: never) => unknown>>,
  shows: Readonly<Record<string, () => unknown>>,
): Promise<void> {
  for (const { event, state } of moves) {
    await happens[event.type]!(event as never);
    await shows[state]!();
  }
}

const nodesIn = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesIn),
];

/** The states that are entered by a transition to this state. */
const entered = (node: AnyStateNode): string[] => [
  node.id,
  ...(node.type === 'compound' ? (node.initial.target as AnyStateNode[]).flatMap(entered) : []),
  ...(node.type === 'parallel' ? Object.values(node.states).flatMap(entered) : []),
];

const within = (node: AnyStateNode, value: StateValue | undefined): string[] => {
  const inner = typeof value === 'string' ? { [value]: undefined } : (value ?? {});
  return [
    node.id,
    ...Object.entries(inner).flatMap(([name, deeper]) => within(node.states[name] as AnyStateNode, deeper)),
  ];
};

/**
 * Records the states that machines of that name pass from now on; at the end of the file a test checks that all of
 * them were visited. Call it at the top level of the file: it watches roots that are created later.
 */
export function testEveryState({ id, root }: AnyStateMachine): void {
  const visited = new Set<string>();
  watchRoots(({ present: { trace } }) => {
    const note = () => {
      for (const { actor, to, taken } of trace.steps()) {
        if (actor.name !== id || !actor.root) continue;
        for (const state of within(actor.root, to)) visited.add(state);
        for (const { source, target = [] } of taken)
          for (const state of [source.id, ...target.flatMap(entered)]) visited.add(state);
      }
    };
    note();
    trace.subscribe(note);
  });
  const states = nodesIn(root).map((node) => node.id);
  test(`all ${states.length - 1} states of the ${id} machine were on the screen`, () => {
    expect([...visited].sort()).toEqual(states.sort());
  });
}

/** A call that the test answers when it wants to. */
export function deferredCall() {
  const waiting: { reply: (reply: Reply) => void; fail: (reason: Error) => void }[] = [];
  let silent = false;
  const unanswered = () => new TypeError('Failed to fetch');
  const allWaiting = async () => {
    await vi.waitFor(() => expect(waiting).not.toHaveLength(0), { timeout: 10_000 });
    return waiting.splice(0);
  };
  return {
    answer: () =>
      new Promise<Reply>((reply, fail) => {
        if (silent) fail(unanswered());
        else waiting.push({ reply, fail });
      }),
    /** Answers all waiting calls; waits for the first one. */
    reply: async (answer: Reply) => (await allWaiting()).forEach(({ reply }) => reply(answer)),
    /** Fails all waiting calls and all later ones. */
    fail: async () => {
      const waiters = await allWaiting();
      silent = true;
      for (const { fail } of waiters) fail(unanswered());
    },
  };
}
