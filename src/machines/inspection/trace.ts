/** The trace of every machine of this page, which /debug shows: who runs, and the last events. Every `createActor` is given its `inspect`. */
import type { AnyStateNode, AnyTransitionDefinition, InspectionEvent, Snapshot, StateValue } from 'xstate';
import { createEmitter } from '#src/lib/emitter.ts';
import { redacted } from './redacted.ts';

/** An actor as the trace knows it. The actor itself isn't held: what it knows has to go with it. */
export type Traced = {
  /** Unlike any other's on this page. */
  id: string;
  /** The machine's id, or the name under which another one invoked it. */
  name: string;
  parent: Traced | undefined;
  /** The machine's outermost state; absent when it is no machine but a promise or a callback. */
  root: AnyStateNode | undefined;
  /** What happened to it last; absent until it starts. */
  last?: Step;
};

/** One event, and what became of it. */
export type Step = {
  /** Counts from 1 since the page was loaded. */
  number: number;
  /** In milliseconds, by this machine's clock. */
  at: number;
  actor: Traced;
  event: string;
  from: StateValue | undefined;
  /** Absent for what is no machine. */
  to: StateValue | undefined;
  status: Snapshot<unknown>['status'];
  /** Redacted. */
  context: unknown;
  /** The transitions taken, in their order; parts of the machine, which know nobody. */
  taken: AnyTransitionDefinition[];
};

/** How many events are kept. */
const most = 500;

type Told = {
  sessionId: string;
  src?: unknown;
  logic?: { id?: string; root?: AnyStateNode };
  _parent?: object;
};
const everybody = new WeakMap<object, Traced>();
const taken = new WeakMap<Traced, AnyTransitionDefinition[]>();
const running = new Set<Traced>();
const listeners = createEmitter();
let steps: readonly Step[] = [];

function tracedOf(ref: object): Traced {
  const { sessionId: id, src, logic, _parent } = ref as Told;
  const known = everybody.get(ref) ?? {
    id,
    name: typeof src === 'string' ? src : (logic?.id ?? id),
    parent: _parent && tracedOf(_parent),
    root: logic?.root,
  };
  everybody.set(ref, known);
  return known;
}

/** Takes down what XState tells of an actor, redacted at once. */
export function inspect(told: InspectionEvent): void {
  if (told.type !== '@xstate.microstep' && told.type !== '@xstate.snapshot') return;
  const actor = tracedOf(told.actorRef);
  const before = taken.get(actor) ?? [];
  if (told.type === '@xstate.microstep') {
    taken.set(actor, [...before, ...told._transitions]);
    return;
  }
  taken.delete(actor);
  const { value, context, status } = told.snapshot as Snapshot<unknown> & {
    value?: StateValue;
    context?: unknown;
  };
  actor.last = {
    number: (steps.at(-1)?.number ?? 0) + 1,
    at: Date.now(),
    actor,
    event: told.event.type,
    from: actor.last?.to,
    to: value,
    status,
    context: redacted(context),
    taken: before,
  };
  steps = [...steps.slice(1 - most), actor.last];
  running[status === 'active' ? 'add' : 'delete'](actor);
  listeners.emit();
}

export const trace = {
  /** Who runs now, in the order in which they began. */
  running: (): Traced[] => [...running],
  /** The last events, the newest at the end; another array after each event. */
  steps: (): readonly Step[] => steps,
  subscribe: listeners.subscribe,
};
