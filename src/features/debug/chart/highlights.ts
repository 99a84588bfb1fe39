/** What of a chart is lit: where the machine is, and the way that it came. */
import type { AnyTransitionDefinition, StateValue } from 'xstate';
import type { Step } from '#src/machines/inspection/trace.ts';
import type { Cause, Chart, ChartState } from './chartOf.ts';

/** `last` led to where the machine is; `taken` were taken at some time. */
export type Highlight = 'last' | 'taken' | undefined;

export type Highlights = {
  /** Ids of the states that the machine is in, outer ones included. */
  states: ReadonlySet<string>;
  /** How a way is lit that can be taken for several causes, or for one. */
  lightOf: (causes: readonly Cause[]) => Highlight;
};

function within({ id, states }: ChartState, value: StateValue | undefined): string[] {
  const values = typeof value === 'string' ? { [value]: undefined } : (value ?? {});
  return [id, ...states.flatMap((child) => (child.name in values ? within(child, values[child.name]) : []))];
}

/** @param steps - the machine's own, the one to look at at the end. */
export function highlightsOf({ root }: Chart, steps: readonly Step[]): Highlights {
  const moving = steps.findLast(({ taken }) => taken.some(({ target }) => target));
  const last = new Set<AnyTransitionDefinition>(moving?.taken);
  const taken = new Set<AnyTransitionDefinition>(steps.flatMap((step) => step.taken));
  return {
    states: new Set(steps.length === 0 ? [] : within(root, steps.at(-1)?.to)),
    lightOf(causes) {
      if (causes.some(({ transition }) => last.has(transition))) return 'last';
      return causes.some(({ transition }) => taken.has(transition)) ? 'taken' : undefined;
    },
  };
}
