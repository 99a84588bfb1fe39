/** A machine as a chart: its states, nested, and what leads from one to the other. Read from the machine itself. */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { eventText, guardText } from './eventText.ts';

/** One way for a transition to happen. */
export type Cause = {
  /** The event, `done: identify`, `after 5 s`, `always`. */
  cause: string;
  /** What has to hold: the guard's name, or `else` for the last way out. */
  guard?: string;
  /** As the trace knows it. */
  transition: AnyTransitionDefinition;
};

export type ChartState = {
  /** The machine's own id for the state: `session.known.locked`. */
  id: string;
  name: string;
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** What runs while the machine is in this state. */
  invokes: string[];
  /** What is answered without leaving. */
  inside: Cause[];
  /** The state that this one begins with. */
  initial?: string;
  states: ChartState[];
};

/** All ways that lead from one state to another, drawn as one line. */
export type ChartEdge = {
  id: string;
  from: string;
  to: string;
  /** It leads from wherever one is within `from` to a state in there. */
  anywhere: boolean;
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
    inside: outgoing(node)
      .filter(({ target, actions }) => !target && actions.length > 0)
      .map((transition) => causeFrom(node, transition)),
    ...(initial !== undefined && { initial }),
    states: Object.values(node.states).map(stateOf),
  };
}

function edgesOf(node: AnyStateNode): ChartEdge[] {
  const ways = new Map<string, ChartEdge>();
  for (const transition of outgoing(node))
    for (const target of transition.target ?? []) {
      const id = `${node.id} → ${target.id}`;
      const anywhere = target !== node && isWithin(target, node);
      const way = ways.get(id) ?? { id, from: node.id, to: target.id, anywhere, causes: [] };
      ways.set(id, { ...way, causes: [...way.causes, causeFrom(node, transition)] });
    }
  return [...ways.values(), ...Object.values(node.states).flatMap(edgesOf)];
}

/** @param root - the machine's outermost state. */
export const chartOf = (root: AnyStateNode): Chart => ({ root: stateOf(root), edges: edgesOf(root) });

/** Every state of a chart, outer ones first. */
export const statesIn = (state: ChartState): ChartState[] => [state, ...state.states.flatMap(statesIn)];
