/** Reads the nested states and the transitions of a machine. */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** An event or condition that causes a transition. */
export type Cause = {
  /** The event, `done: identify`, `after 5 s`, `always`. */
  cause: string;
  /** The guard's name, or `else` for an unguarded transition after guarded ones. */
  guard?: string;
  /** The same object as in the steps of the trace. */
  transition: AnyTransitionDefinition;
};

export type ChartState = {
  /** The machine's own id for the state: `session.known.locked`. */
  id: string;
  name: string;
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** The actors that run in this state. */
  invokes: string[];
  /** Transitions that have actions but no target. */
  internal: Cause[];
  /** The id of the initial child state. */
  initial?: string;
  states: ChartState[];
};

/** All transitions from one state to another, drawn as one line. */
export type ChartEdge = {
  id: string;
  from: string;
  to: string;
  /** The target is inside of `from`: the transition starts from any state in there. */
  fromAnyState: boolean;
  causes: Cause[];
};

export type Chart = { root: ChartState; edges: ChartEdge[] };

const outgoing = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

const causeFrom = (node: AnyStateNode, transition: AnyTransitionDefinition): Cause => {
  const siblings = outgoing(node).filter(({ eventType }) => eventType === transition.eventType);
  const guard = guardText(transition) ?? (siblings.length > 1 ? 'else' : undefined);
  return { cause: eventText(node, String(transition.eventType)), ...(guard && { guard }), transition };
};

const isWithin = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(node.parent, outer));

function stateOf(node: AnyStateNode): ChartState {
  const initial = node.type === 'compound' ? node.initial.target[0]?.id : undefined;
  return {
    id: node.id,
    name: node.key,
    kind: node.type,
    invokes: node.invoke.map(({ src }) => (typeof src === 'string' ? src : 'an actor')),
    // A transition that forbids an event has neither target nor action.
    internal: outgoing(node)
      .filter(({ target, actions }) => !target && actions.length > 0)
      .map((transition) => causeFrom(node, transition)),
    ...(initial !== undefined && { initial }),
    states: Object.values(node.states).map(stateOf),
  };
}

function edgesOf(node: AnyStateNode): ChartEdge[] {
  const edgesById = new Map<string, ChartEdge>();
  for (const transition of outgoing(node))
    for (const target of transition.target ?? []) {
      const id = `${node.id} → ${target.id}`;
      const fromAnyState = target !== node && isWithin(target, node);
      const edge = edgesById.get(id) ?? { id, from: node.id, to: target.id, fromAnyState, causes: [] };
      edgesById.set(id, { ...edge, causes: [...edge.causes, causeFrom(node, transition)] });
    }
  return [...edgesById.values(), ...Object.values(node.states).flatMap(edgesOf)];
}

/** @param root - the machine's outermost state. */
export const chartOf = (root: AnyStateNode): Chart => ({ root: stateOf(root), edges: edgesOf(root) });

/** Every state of a chart, outer ones first. */
export const statesIn = (state: ChartState): ChartState[] => [state, ...state.states.flatMap(statesIn)];

const seconds = (ms: string) => `${Number(ms) / 1000} s`;

/** Labels an event that XState generates; any other event keeps its name. */
function eventText(node: AnyStateNode, event: string): string {
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
function guardText({ guard }: AnyTransitionDefinition): string | undefined {
  const named = guard as undefined | string | { type?: string } | (() => boolean);
  if (named === undefined) return undefined;
  if (typeof named === 'string') return named;
  return ('type' in named && named.type) || 'if…';
}
