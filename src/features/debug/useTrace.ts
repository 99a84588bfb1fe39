/** The trace, as it grows. */
import { useDeferredValue, useSyncExternalStore } from 'react';
import { useActors } from '#src/features/root/index.ts';
import type { Step, Traced } from '#src/machines/inspection/trace.ts';
import { tracedActors } from './traceHistory.ts';

export type TraceShown = { steps: readonly Step[]; running: readonly Traced[]; actors: readonly Traced[] };

/** Where events come fast, the page follows as fast as it can and no faster. */
export function useTrace(): TraceShown {
  const { trace } = useActors();
  const steps = useDeferredValue(useSyncExternalStore(trace.subscribe, trace.steps));
  const running = trace.running();
  return { steps, running, actors: tracedActors(running, steps) };
}
