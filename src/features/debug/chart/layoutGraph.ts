/** The graph of a chart for ELK: boxes with sizes, edges with labels, and layout options. */
import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import { statesIn, type Cause, type Chart, type ChartState } from './chartOf.ts';
import { measures, textSize } from './textSize.ts';

const options: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
  'elk.spacing.nodeNode': '40',
  'elk.spacing.edgeNode': '20',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '6',
  'elk.spacing.labelLabel': '6',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '14',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
};

/** For an edge that should lead downwards. */
const forwards: LayoutOptions = {
  'elk.layered.priority.direction': '10',
  'elk.layered.priority.straightness': '10',
};

/** Ids of two marks inside of a state: the box for "any state", and the dot of its initial state. */
export const anyStateId = (id: string) => `${id} (anywhere)`;
export const initialMarkId = (id: string) => `${id} (start)`;

export const anyStateLabel = 'in any state';

/** A cause in one line: `upload.pressed [hasFile]`. */
export const causeText = ({ cause, guard }: Cause): string => (guard ? `${cause} [${guard}]` : cause);

/** The lines below a state's name. */
export const detailsOf = ({ invokes, internal, states }: ChartState): string[] => [
  ...invokes.map((src) => `runs ${src}`),
  ...(states.length > 0 ? [] : internal.map(causeText)),
];

const boxSize = (name: string, details: readonly string[]) => {
  const [title, text] = [textSize([name], 'name'), textSize(details, 'detail')];
  return {
    width: Math.max(72, title.width, text.width) + 2 * measures.inset,
    height: title.height + text.height + measures.inset,
  };
};

const hasAnyStateBox = (chart: Chart, { id, internal, states }: ChartState) =>
  states.length > 0 &&
  (internal.length > 0 || chart.edges.some(({ from, fromAnyState }) => fromAnyState && from === id));

/** The nodes inside of a state, its marks included. */
function childrenOf(chart: Chart, state: ChartState): ElkNode[] {
  const { id, internal, initial, states } = state;
  return [
    ...(initial === undefined
      ? []
      : [{ id: initialMarkId(id), width: measures.initialMark, height: measures.initialMark }]),
    ...(hasAnyStateBox(chart, state)
      ? [{ id: anyStateId(id), ...boxSize(anyStateLabel, internal.map(causeText)) }]
      : []),
    ...states.map((child) => nodeOf(chart, child)),
  ];
}

function nodeOf(chart: Chart, state: ChartState): ElkNode {
  const { id, name, states } = state;
  const details = detailsOf(state);
  const box = boxSize(name, details);
  if (states.length === 0) return { id, ...box };
  return {
    id,
    children: childrenOf(chart, state),
    layoutOptions: {
      ...options,
      'elk.padding': `[top=${box.height + measures.inset},left=20,bottom=20,right=20]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${box.width},${box.height})`,
    },
  };
}

const startsIn = ({ id, initial, states }: ChartState): ElkExtendedEdge[] => [
  ...(initial === undefined
    ? []
    : [{ id: initialMarkId(id), sources: [initialMarkId(id)], targets: [initial], layoutOptions: forwards }]),
  ...states.flatMap(startsIn),
];

/** The number of transitions from the initial state to each state, outer ones included; Infinity if unreachable. */
function distances(chart: Chart): (id: string) => number {
  const known = new Map<string, number>();
  const initials = new Map(statesIn(chart.root).map(({ id, initial }) => [id, initial]));
  const queue: [string, number][] = [[chart.root.id, 0]];
  for (const [id, distance] of queue) {
    if (known.has(id)) continue;
    known.set(id, distance);
    const initial = initials.get(id);
    if (initial !== undefined) queue.push([initial, distance]);
    for (const { from, to } of chart.edges) if (from === id) queue.push([to, distance + 1]);
  }
  return (id) => known.get(id) ?? Infinity;
}

/** The frame of the machine itself isn't part of the graph. */
export function layoutGraph(chart: Chart): ElkNode {
  const distance = distances(chart);
  return {
    id: chart.root.id,
    layoutOptions: options,
    children: childrenOf(chart, chart.root),
    edges: [
      ...startsIn(chart.root),
      ...chart.edges.map(({ id, from, to, fromAnyState, causes }) => {
        const lines = causes.map(causeText);
        const { width, height } = textSize(lines, 'detail');
        const { labelInset } = measures;
        return {
          id,
          sources: [fromAnyState ? anyStateId(from) : from],
          targets: [to],
          ...(distance(from) < distance(to) && { layoutOptions: forwards }),
          labels: [
            {
              text: lines.join('\n'),
              width: width + 2 * labelInset,
              height: height + labelInset,
              layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
            },
          ],
        };
      }),
    ],
  };
}
