/** The trace as the page tells it: who there is, and how each was at a moment. */
import type { StateValue } from 'xstate';
import type { Step, Traced } from '#src/machines/inspection/trace.ts';

/** `known.signedIn`; parts that run at once stand beside each other. */
export function stateText(value: StateValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, inner]) => [name, stateText(inner)].filter(Boolean).join('.'))
    .join(', ');
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23' });

/** `04:12:33.018`, by the reader's own clock. */
export const timeText = (at: number): string =>
  `${clock.format(at)}.${String(Math.floor(at % 1000)).padStart(3, '0')}`;

/**
 * Everybody who runs, and everybody of whom an event is still known, in the order in which they began. Of children that
 * ended, each name's last one stands for those before.
 */
export function tracedActors(running: readonly Traced[], steps: readonly Step[]): Traced[] {
  const known = new Set([...running, ...steps.map(({ actor }) => actor)]);
  // Whoever invoked somebody is named with them, even if nothing else is known any more.
  for (const { parent } of known) if (parent) known.add(parent);
  const inOrder = [...known].sort((a, b) => order(a) - order(b));
  const places = new Map(inOrder.map((actor) => [`${(actor.parent ?? actor).id} ${actor.name}`, actor]));
  const last = new Set(places.values());
  return inOrder.filter((actor) => !actor.parent || running.includes(actor) || last.has(actor));
}

/** What it does, or how it ended. */
export const statusText = ({ to, status }: Step): string =>
  [stateText(to), (status !== 'active' || to === undefined) && status].filter(Boolean).join(' · ');
const order = ({ id }: Traced) => Number(id.slice(id.indexOf(':') + 1));

/** The machine to look at for an actor: itself, or whoever invoked it. */
export const machineOf = (actor: Traced): Traced =>
  actor.root || !actor.parent ? actor : machineOf(actor.parent);

/** What is known of an actor's steps up to a moment; all of them without one. */
export function stepsOf(actor: Traced, steps: readonly Step[], moment?: number): Step[] {
  const own = steps.filter((step) => step.actor === actor);
  // Its last step outlives the others.
  const known = own.length > 0 || !actor.last ? own : [actor.last];
  return moment === undefined ? known : known.filter(({ number }) => number <= moment);
}
