/** Running actors and recent events of all machines, for /debug. Every `createActor` gets its `inspect`. */
import type { AnyStateNode, AnyTransitionDefinition, InspectionEvent, Snapshot, StateValue } from 'xstate';
import { createEmitter } from '#src/shared/emitter.ts';
import { redacted } from './redacted.ts';

/** An actor in the trace. It has no reference to the actor, whose context has to be garbage-collected. */
export type TracedActor = {
  /** Unique in this page. */
  id: string;
  /** The machine's id, or the name of the `src` that invoked it. */
  name: string;
  parent: TracedActor | undefined;
  /** The machine's root state; undefined for a promise or a callback. */
  root: AnyStateNode | undefined;
  /** Its last event; undefined until it starts. */
  last?: TraceStep;
};

/** One event and its transition. */
export type TraceStep = {
  /** Counts from 1 since the page was loaded. */
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  actor: TracedActor;
  event: string;
  from: StateValue | undefined;
  /** Undefined for a promise or a callback. */
  to: StateValue | undefined;
  status: Snapshot<unknown>['status'];
  /** Redacted. */
  context: unknown;
  /** The transitions taken, in order. They are part of the machine, and have no user data. */
  taken: AnyTransitionDefinition[];
};

const maxSteps = 500;

type Inspected = {
  sessionId: string;
  src?: unknown;
  logic?: { id?: string; root?: AnyStateNode };
  _parent?: object;
};

/** Creates an empty trace and the `inspect` that fills it. */
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
    /** Records an inspection event, redacted at once. */
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
    /** The running actors, in the order of their start. */
    running: (): TracedActor[] => [...running],
    /** The last events, newest last; a new array after each event. */
    steps: (): readonly TraceStep[] => steps,
    subscribe,
  };
}

export type Trace = ReturnType<typeof createTrace>;
