/** Reads the nested states and the transitions of a machine. */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { eventText, guardText } from './eventText.ts';

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
