/** Labels for events and guards. */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

const seconds = (ms: string) => `${Number(ms) / 1000} s`;

/** Labels an event that XState generates; any other event keeps its name. */
export function eventText(node: AnyStateNode, event: string): string {
  const sourceOf = (id: string) => {
    const src = node.invoke.find((invoked) => invoked.id === id)?.src;
    return typeof src === 'string' ? src : id;
  };
  if (event === '') return 'always';
  const [, how, id = ''] = /^xstate\.(done|error)\.actor\.(.*)$/.exec(event) ?? [];
  if (how) return `${how}: ${sourceOf(id)}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event) ?? [];
  if (delay) return `after ${/^\d+$/.test(delay) ? seconds(delay) : delay}`;
  return event.startsWith('xstate.done.state') ? 'finished' : event;
}

/** The name of a guard; `if…` for an inline one. */
export function guardText({ guard }: AnyTransitionDefinition): string | undefined {
  const named = guard as undefined | string | { type?: string } | (() => boolean);
  if (named === undefined) return undefined;
  if (typeof named === 'string') return named;
  return ('type' in named && named.type) || 'if…';
}
