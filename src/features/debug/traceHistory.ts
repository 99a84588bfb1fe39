/** Actors and their states, derived from the trace. */
import type { StateValue } from 'xstate';
import type { TraceStep, TracedActor } from '#src/machines/inspection/trace.ts';

/** `known.signedIn`; parallel states are separated by commas. */
export function stateText(value: StateValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, inner]) => [name, stateText(inner)].filter(Boolean).join('.'))
    .join(', ');
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23' });

/** `04:12:33.018`, in local time. */
export const timeText = (at: number): string =>
  `${clock.format(at)}.${String(Math.floor(at % 1000)).padStart(3, '0')}`;

/**
 * The running actors and those with a known event, in the order of their start. Of several ended children with the same name,
 * only the last one is included.
 */
export function tracedActors(running: readonly TracedActor[], steps: readonly TraceStep[]): TracedActor[] {
  const known = new Set([...running, ...steps.map(({ actor }) => actor)]);
  // Parents are included even if none of their events are known any more.
  for (const { parent } of known) if (parent) known.add(parent);
  const inOrder = [...known].sort((a, b) => order(a) - order(b));
  const latest = new Map(inOrder.map((actor) => [`${(actor.parent ?? actor).id} ${actor.name}`, actor]));
  const latestActors = new Set(latest.values());
  return inOrder.filter((actor) => !actor.parent || running.includes(actor) || latestActors.has(actor));
}

/** The state of the actor after the step, and its status if it has no states or has ended. */
export function statusText({ to, status }: TraceStep): string {
  const state = stateText(to);
  if (state === '') return status;
  return status === 'active' ? state : `${state} · ${status}`;
}
const order = ({ id }: TracedActor) => Number(id.slice(id.indexOf(':') + 1));

/** The machine to inspect for an actor: itself, or the one that invoked it. */
export const machineOf = (actor: TracedActor): TracedActor =>
  actor.root || !actor.parent ? actor : machineOf(actor.parent);

/** The known steps of an actor, up to the step of that number if there is one. */
export function stepsOf(actor: TracedActor, steps: readonly TraceStep[], stepNumber?: number): TraceStep[] {
  const ownSteps = steps.filter((step) => step.actor === actor);
  // The trace drops old steps, but keeps the last one of each actor.
  const known = ownSteps.length > 0 || !actor.last ? ownSteps : [actor.last];
  return stepNumber === undefined ? known : known.filter(({ number }) => number <= stepNumber);
}
