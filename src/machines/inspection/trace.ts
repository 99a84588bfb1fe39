/** The trace of every machine of a page, which /debug shows: running actors and the last events. Every `createActor` gets its `inspect`. */
import type { AnyStateNode, AnyTransitionDefinition, InspectionEvent, Snapshot, StateValue } from 'xstate';
import { createEmitter } from '#src/shared/emitter.ts';
import { redacted } from './redacted.ts';

/** An actor as the trace knows it. The actor itself isn't held: what it knows has to go with it. */
export type TracedActor = {
  /** Unlike any other's on this page. */
  id: string;
  /** The machine's id, or the name under which another one invoked it. */
  name: string;
  parent: TracedActor | undefined;
  /** The machine's outermost state; absent when it is no machine but a promise or a callback. */
  root: AnyStateNode | undefined;
  /** What happened to it last; absent until it starts. */
  last?: TraceStep;
};

/** One event, and what became of it. */
export type TraceStep = {
  /** Counts from 1 since the page was loaded. */
  number: number;
  /** In milliseconds, by this machine's clock. */
  at: number;
  actor: TracedActor;
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

/** The number of events that are kept. */
const maxSteps = 500;

type Inspected = {
  sessionId: string;
  src?: unknown;
  logic?: { id?: string; root?: AnyStateNode };
  _parent?: object;
};

/** An empty trace, and the `inspect` that fills it. */
export function createTrace() {
  const known = new WeakMap<object, TracedActor>();
  const taken = new WeakMap<TracedActor, AnyTransitionDefinition[]>();
  const running = new Set<TracedActor>();
  const { emit, subscribe } = createEmitter();
  let steps: readonly TraceStep[] = [];

  function tracedOf(ref: object): TracedActor {
    const { sessionId: id, src, logic, _parent } = ref as Inspected;
    const actor = known.get(ref) ?? {
      id,
      name: typeof src === 'string' ? src : (logic?.id ?? id),
      parent: _parent && tracedOf(_parent),
      root: logic?.root,
    };
    known.set(ref, actor);
    return actor;
  }

  return {
    /** Records what XState reports of an actor, redacted at once. */
    inspect: (event: InspectionEvent): void => {
      if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return;
      const actor = tracedOf(event.actorRef);
      const before = taken.get(actor) ?? [];
      if (event.type === '@xstate.microstep') {
        taken.set(actor, [...before, ...event._transitions]);
        return;
      }
      taken.delete(actor);
      const { value, context, status } = event.snapshot as Snapshot<unknown> & {
        value?: StateValue;
        context?: unknown;
      };
      actor.last = {
        number: (steps.at(-1)?.number ?? 0) + 1,
        at: Date.now(),
        actor,
        event: event.event.type,
        from: actor.last?.to,
        to: value,
        status,
        context: redacted(context),
        taken: before,
      };
      steps = [...steps.slice(1 - maxSteps), actor.last];
      running[status === 'active' ? 'add' : 'delete'](actor);
      emit();
    },
    /** The running actors, in the order in which they began. */
    running: (): TracedActor[] => [...running],
    /** The last events, the newest at the end; another array after each event. */
    steps: (): readonly TraceStep[] => steps,
    subscribe,
  };
}

export type Trace = ReturnType<typeof createTrace>;
