/** A chart that was laid out, as a picture in the theme's colours. */
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
  .anywhere > .box {
    stroke-dasharray: 4 3;
  }
  .anywhere > .name {
    font-style: italic;
    font-weight: 400;
    fill: ${token.color.muted};
  }
  .here > .box {
    stroke: ${token.color.primary};
    stroke-width: 2;
  }
  .here.outer > .name {
    fill: ${token.color.primary};
  }
  .here:not(.outer) > .box {
    fill: ${token.color.primary};
  }
  .here:not(.outer) > .name,
  .here:not(.outer) > .detail {
    fill: ${token.color.onPrimary};
  }
  .ring {
    fill: none;
    stroke: ${token.color.edge};
  }
  .start {
    fill: ${token.color.muted};
  }
  .way path {
    fill: none;
    stroke: ${token.color.edge};
  }
  .way polygon {
    fill: ${token.color.edge};
  }
  .way rect {
    fill: ${token.color.surface};
  }
  .taken path {
    stroke: ${token.color.secondary};
    stroke-width: 1.75;
  }
  .taken polygon,
  .way .taken .detail {
    fill: ${token.color.secondary};
  }
  .last path {
    stroke: ${token.color.accent};
    stroke-width: 2.5;
  }
  .last polygon,
  .way .last .detail {
    fill: ${token.color.accent};
  }
  .way .last .detail {
    font-weight: 600;
  }
`;

type Place = Required<Pick<ElkNode, 'x' | 'y' | 'width' | 'height'>>;

/** Every box by its id. */
const placesIn = ({ id, x = 0, y = 0, width = 0, height = 0, children = [] }: ElkNode): [string, Place][] => [
  [id, { x, y, width, height }],
  ...children.flatMap(placesIn),
];

type BoxProps = { place: Place; name: string; details: readonly string[]; look: string; ring?: boolean };

function Box({ place: { x, y, width, height }, name, details, look, ring = false }: BoxProps) {
  const { name: title, detail, inset } = measures;
  return (
    <g className={look}>
      <rect className="box" x={x} y={y} width={width} height={height} rx="8" />
      {ring && <rect className="ring" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx="5" />}
      <text className="name" x={x + inset} y={y + title.line}>
        {name}
      </text>
      {details.map((line, at) => (
        <text key={line} className="detail" x={x + inset} y={y + title.line + (at + 1) * detail.line}>
          {line}
        </text>
      ))}
    </g>
  );
}

function StateBox({ state, places, here }: { state: ChartState; places: Map<string, Place>; here: boolean }) {
  const { id, name, kind, inside, initial, states } = state;
  const [place, anywhere, start] = [
    places.get(id),
    places.get(anyStateId(id)),
    places.get(initialMarkId(id)),
  ];
  const looks = [here && 'here', states.length > 0 && 'outer'].filter(Boolean).join(' ');
  return (
    <>
      {place && (
        <Box place={place} name={name} details={detailsOf(state)} look={looks} ring={kind === 'final'} />
      )}
      {anywhere && (
        <Box place={anywhere} name={anyStateLabel} details={inside.map(causeText)} look="anywhere" />
      )}
      {start && initial && (
        <circle className="start" cx={start.x + start.width / 2} cy={start.y + start.height / 2} r="6" />
      )}
    </>
  );
}

const Line = ({ edge, light }: { edge: ElkExtendedEdge; light: Highlight }) => (
  <g className={`way ${light ?? ''}`}>
    {edge.sections?.map((section) => (
      <path key={section.id} d={edgePath(section)} />
    ))}
    {edge.sections?.slice(-1).map((section) => (
      <polygon key={section.id} points={arrowHead(section)} />
    ))}
  </g>
);

/** A line for each cause, lit for itself. */
function Label({ edge, causes, lit }: { edge: ElkExtendedEdge; causes: readonly Cause[]; lit: Highlights }) {
  const { x = 0, y = 0, width = 0, height = 0 } = edge.labels?.[0] ?? {};
  return (
    <g className="way">
      <rect x={x} y={y} width={width} height={height} rx="4" />
      {causes.map((cause, at) => (
        <g key={causeText(cause)} className={lit.lightOf([cause]) ?? ''}>
          <text
            className="detail"
            x={x + measures.labelInset}
            y={y + measures.labelRise + at * measures.detail.line}
          >
            {causeText(cause)}
          </text>
        </g>
      ))}
    </g>
  );
}

export type DrawingProps = { chart: Chart; layout: ElkNode; lit: Highlights; scale: number; label: string };

export function Drawing({ chart, layout, lit, scale, label }: DrawingProps) {
  const { id: root, width = 0, height = 0, edges = [] } = layout;
  // The machine's own frame isn't drawn.
  const places = new Map(placesIn(layout).filter(([id]) => id !== root));
  const causes = new Map(chart.edges.map((way) => [way.id, way.causes]));
  const causesOf = ({ id }: ElkExtendedEdge) => causes.get(id) ?? [];
  const brightness = (edge: ElkExtendedEdge) => ['taken', 'last'].indexOf(lit.lightOf(causesOf(edge)) ?? '');
  // What was taken lies on top of what was not, and every word on top of every line.
  const drawn = edges.toSorted((a, b) => brightness(a) - brightness(b));
  return (
    <Picture
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
    >
      {statesIn(chart.root).map((state) => (
        <StateBox key={state.id} state={state} places={places} here={lit.states.has(state.id)} />
      ))}
      {drawn.map((edge) => (
        <Line key={edge.id} edge={edge} light={lit.lightOf(causesOf(edge))} />
      ))}
      {drawn.map((edge) => (
        <Label key={edge.id} edge={edge} causes={causesOf(edge)} lit={lit} />
      ))}
    </Picture>
  );
}
