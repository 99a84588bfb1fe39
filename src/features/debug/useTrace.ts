/** Subscribes to the trace. */
import { useDeferredValue, useSyncExternalStore } from 'react';
import { useActors } from '#src/features/root/index.ts';
import type { TraceStep, TracedActor } from '#src/machines/inspection/trace.ts';
import { tracedActors } from './traceHistory.ts';

export type TraceView = {
  steps: readonly TraceStep[];
  running: readonly TracedActor[];
  actors: readonly TracedActor[];
};

/** Deferred, so that frequent events don't block rendering. */
export function useTrace(): TraceView {
  const { trace } = useActors();
  const steps = useDeferredValue(useSyncExternalStore(trace.subscribe, trace.steps));
  const running = trace.running();
  return { steps, running, actors: tracedActors(running, steps) };
}
