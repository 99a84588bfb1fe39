/** Draws a laid-out chart as SVG in the colours of the theme. */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { statesIn, type Cause, type Chart, type ChartState } from './chartOf.ts';
import { anyStateId, anyStateLabel, causeText, detailsOf, initialMarkId } from './layoutGraph.ts';
import { arrowHead, edgePath } from './edgePath.ts';
import type { Highlight, Highlights } from './highlights.ts';
import { measures } from './textSize.ts';

const Picture = styled.svg`
  max-inline-size: none;
  font-family: ${token.font.text};
  .name {
    font-size: 14px;
    font-weight: 600;
    fill: ${token.color.text};
  }
  .detail {
    font-family: ${token.font.code};
    font-size: 11.5px;
    fill: ${token.color.muted};
  }
  .box {
    fill: ${token.color.surface};
    stroke: ${token.color.edge};
  }
  .outer > .box {
    fill: none;
  }
  .anyState > .box {
    stroke-dasharray: 4 3;
  }
  .anyState > .name {
    font-style: italic;
    font-weight: 400;
    fill: ${token.color.muted};
  }
  .current > .box {
    stroke: ${token.color.primary};
    stroke-width: 2;
  }
  .current.outer > .name {
    fill: ${token.color.primary};
  }
  .current:not(.outer) > .box {
    fill: ${token.color.primary};
  }
  .current:not(.outer) > .name,
  .current:not(.outer) > .detail {
    fill: ${token.color.onPrimary};
  }
  .ring {
    fill: none;
    stroke: ${token.color.edge};
  }
  .start {
    fill: ${token.color.muted};
  }
  .edge path {
    fill: none;
    stroke: ${token.color.edge};
  }
  .edge polygon {
    fill: ${token.color.edge};
  }
  .edge rect {
    fill: ${token.color.surface};
  }
  .taken path {
    stroke: ${token.color.secondary};
    stroke-width: 1.75;
  }
  .taken polygon,
  .edge .taken .detail {
    fill: ${token.color.secondary};
  }
  .last path {
    stroke: ${token.color.accent};
    stroke-width: 2.5;
  }
  .last polygon,
  .edge .last .detail {
    fill: ${token.color.accent};
  }
  .edge .last .detail {
    font-weight: 600;
  }
`;

type Bounds = Required<Pick<ElkNode, 'x' | 'y' | 'width' | 'height'>>;

/** The bounds of every box, by id. */
const boundsIn = ({
  id,
  x = 0,
  y = 0,
  width = 0,
  height = 0,
  children = [],
}: ElkNode): [string, Bounds][] => [[id, { x, y, width, height }], ...children.flatMap(boundsIn)];

type BoxProps = {
  bounds: Bounds;
  name: string;
  details: readonly string[];
  className: string;
  ring?: boolean;
};

function Box({ bounds: { x, y, width, height }, name, details, className, ring = false }: BoxProps) {
  const { name: title, detail, inset } = measures;
  return (
    <g className={className}>
      <rect className="box" x={x} y={y} width={width} height={height} rx="8" />
      {ring && <rect className="ring" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx="5" />}
      <text className="name" x={x + inset} y={y + title.lineHeight}>
        {name}
      </text>
      {details.map((line, at) => (
        <text
          key={line}
          className="detail"
          x={x + inset}
          y={y + title.lineHeight + (at + 1) * detail.lineHeight}
        >
          {line}
        </text>
      ))}
    </g>
  );
}

function StateBox({
  state,
  bounds,
  current,
}: {
  state: ChartState;
  bounds: Map<string, Bounds>;
  current: boolean;
}) {
  const { id, name, kind, internal, initial, states } = state;
  const [box, anyState, initialMark] = [
    bounds.get(id),
    bounds.get(anyStateId(id)),
    bounds.get(initialMarkId(id)),
  ];
  const classNames = [current && 'current', states.length > 0 && 'outer'].filter(Boolean).join(' ');
  return (
    <>
      {box && (
        <Box
          bounds={box}
          name={name}
          details={detailsOf(state)}
          className={classNames}
          ring={kind === 'final'}
        />
      )}
      {anyState && (
        <Box bounds={anyState} name={anyStateLabel} details={internal.map(causeText)} className="anyState" />
      )}
      {initialMark && initial && (
        <circle
          className="start"
          cx={initialMark.x + initialMark.width / 2}
          cy={initialMark.y + initialMark.height / 2}
          r="6"
        />
      )}
    </>
  );
}

const Edge = ({ edge, highlight }: { edge: ElkExtendedEdge; highlight: Highlight }) => (
  <g className={`edge ${highlight ?? ''}`}>
    {edge.sections?.map((section) => (
      <path key={section.id} d={edgePath(section)} />
    ))}
    {edge.sections?.slice(-1).map((section) => (
      <polygon key={section.id} points={arrowHead(section)} />
    ))}
  </g>
);

/** One line per cause, each with its own highlight. */
function Label({
  edge,
  causes,
  highlights,
}: {
  edge: ElkExtendedEdge;
  causes: readonly Cause[];
  highlights: Highlights;
}) {
  const { x = 0, y = 0, width = 0, height = 0 } = edge.labels?.[0] ?? {};
  return (
    <g className="edge">
      <rect x={x} y={y} width={width} height={height} rx="4" />
      {causes.map((cause, at) => (
        <g key={causeText(cause)} className={highlights.highlightOf([cause]) ?? ''}>
          <text
            className="detail"
            x={x + measures.labelInset}
            y={y + measures.labelRise + at * measures.detail.lineHeight}
          >
            {causeText(cause)}
          </text>
        </g>
      ))}
    </g>
  );
}

export type DrawingProps = {
  chart: Chart;
  layout: ElkNode;
  highlights: Highlights;
  scale: number;
  label: string;
};

export function Drawing({ chart, layout, highlights, scale, label }: DrawingProps) {
  const { id: root, width = 0, height = 0, edges = [] } = layout;
  // The frame of the machine itself isn't drawn.
  const bounds = new Map(boundsIn(layout).filter(([id]) => id !== root));
  const causes = new Map(chart.edges.map(({ id, causes }) => [id, causes]));
  const causesOf = ({ id }: ElkExtendedEdge) => causes.get(id) ?? [];
  const drawOrder = (edge: ElkExtendedEdge) =>
    ['taken', 'last'].indexOf(highlights.highlightOf(causesOf(edge)) ?? '');
  // Taken edges are drawn above the others, and labels above all edges.
  const edgesInOrder = edges.toSorted((a, b) => drawOrder(a) - drawOrder(b));
  return (
    <Picture
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
    >
      {statesIn(chart.root).map((state) => (
        <StateBox key={state.id} state={state} bounds={bounds} current={highlights.states.has(state.id)} />
      ))}
      {edgesInOrder.map((edge) => (
        <Edge key={edge.id} edge={edge} highlight={highlights.highlightOf(causesOf(edge))} />
      ))}
      {edgesInOrder.map((edge) => (
        <Label key={edge.id} edge={edge} causes={causesOf(edge)} highlights={highlights} />
      ))}
    </Picture>
  );
}
