/** What of a chart is lit: where the machine is, and the way that it came. */
import type { AnyTransitionDefinition, StateValue } from 'xstate';
import type { Step } from '#src/machines/inspection/trace.ts';
import type { Chart, ChartState, ChartWay } from './chartOf.ts';

export type Lit = {
  /** Ids of the states that the machine is in, outer ones included. */
  states: ReadonlySet<string>;
  /** Ids of the ways that were taken, and of those that led here. */
  taken: ReadonlySet<string>;
  last: ReadonlySet<string>;
};

function within({ id, states }: ChartState, value: StateValue | undefined): string[] {
  const values = typeof value === 'string' ? { [value]: undefined } : (value ?? {});
  return [id, ...states.flatMap((child) => (child.name in values ? within(child, values[child.name]) : []))];
}

const waysBy = ({ ways }: Chart, steps: readonly Step[]) => {
  const taken = new Set<AnyTransitionDefinition>(steps.flatMap((step) => step.taken));
  const has = ({ causes }: ChartWay) => causes.some(({ transition }) => taken.has(transition));
  return new Set(ways.filter(has).map(({ id }) => id));
};

/** @param steps - the machine's own, the one to look at at the end. */
export function litBy(chart: Chart, steps: readonly Step[]): Lit {
  const moving = steps.findLast(({ taken }) => taken.some(({ target }) => target));
  return {
    states: new Set(steps.length === 0 ? [] : within(chart.root, steps.at(-1)?.to)),
    taken: waysBy(chart, steps),
    last: waysBy(chart, moving ? [moving] : []),
  };
}
