/** SVG paths of the edges of a chart, which have rounded corners and arrow heads. */
import type { ElkEdgeSection, ElkPoint } from 'elkjs/lib/elk-api.js';

const cornerRadius = 7;
const arrow = { length: 8, half: 4 };

/** The point at a distance from one towards the other, no farther than halfway. */
function towards(from: ElkPoint, to: ElkPoint, distance: number): ElkPoint {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y) || 1;
  const share = Math.min(distance, length / 2) / length;
  return { x: from.x + x * share, y: from.y + y * share };
}

const coordinates = ({ x, y }: ElkPoint) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** ELK may repeat the last point of an edge that ends at the border of an outer state. */
const pointsOf = ({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection) =>
  [startPoint, ...bendPoints, endPoint].filter(
    ({ x, y }, at, all) => at === 0 || Math.hypot(x - all[at - 1]!.x, y - all[at - 1]!.y) > 0.5,
  );

/** The path of an edge. */
export function edgePath(section: ElkEdgeSection): string {
  const points = pointsOf(section);
  return points
    .map((point, number) => {
      const [before, after] = [points[number - 1], points[number + 1]];
      if (!before) return `M${coordinates(point)}`;
      if (!after) return `L${coordinates(point)}`;
      return `L${coordinates(towards(point, before, cornerRadius))}Q${coordinates(point)} ${coordinates(towards(point, after, cornerRadius))}`;
    })
    .join('');
}

/** The corners of the arrow head at the end of an edge. */
export function arrowHead(section: ElkEdgeSection): string {
  const [before, tip] = pointsOf(section).slice(-2);
  if (!before || !tip) return '';
  const [x, y] = [Math.sign(tip.x - before.x), Math.sign(tip.y - before.y)];
  const [left, right] = [1, -1].map((side) => ({
    x: tip.x - x * arrow.length + y * side * arrow.half,
    y: tip.y - y * arrow.length + x * side * arrow.half,
  }));
  return [tip, left!, right!].map(coordinates).join(',');
}
