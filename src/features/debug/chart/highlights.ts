/** Which parts of a chart are highlighted: the current states, and the transitions taken. */
import type { AnyTransitionDefinition, StateValue } from 'xstate';
import type { TraceStep } from '#src/machines/inspection/trace.ts';
import type { Cause, Chart, ChartState } from './chartOf.ts';

/** `last`: the transition into the current state; `taken`: taken earlier. */
export type Highlight = 'last' | 'taken' | undefined;

export type Highlights = {
  /** Ids of the states that the machine is in, outer ones included. */
  states: ReadonlySet<string>;
  /** The highlight of an edge, or of one of its causes. */
  highlightOf: (causes: readonly Cause[]) => Highlight;
};

function within({ id, states }: ChartState, value: StateValue | undefined): string[] {
  const values = typeof value === 'string' ? { [value]: undefined } : (value ?? {});
  return [id, ...states.flatMap((child) => (child.name in values ? within(child, values[child.name]) : []))];
}

/** @param steps - the steps of this machine up to the inspected one. */
export function highlightsOf({ root }: Chart, steps: readonly TraceStep[]): Highlights {
  const moving = steps.findLast(({ taken }) => taken.some(({ target }) => target));
  const last = new Set<AnyTransitionDefinition>(moving?.taken);
  const taken = new Set<AnyTransitionDefinition>(steps.flatMap((step) => step.taken));
  return {
    states: new Set(steps.length === 0 ? [] : within(root, steps.at(-1)?.to)),
    highlightOf(causes) {
      if (causes.some(({ transition }) => last.has(transition))) return 'last';
      return causes.some(({ transition }) => taken.has(transition)) ? 'taken' : undefined;
    },
  };
}
