/** The lines of a chart: right angles with round corners, and a head at their end. */
import type { ElkEdgeSection, ElkPoint } from 'elkjs/lib/elk-api.js';

const radius = 7;
const head = { length: 8, half: 4 };

/** The point at a distance from one towards the other, no farther than halfway. */
function towards(from: ElkPoint, to: ElkPoint, distance: number): ElkPoint {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y) || 1;
  const share = Math.min(distance, length / 2) / length;
  return { x: from.x + x * share, y: from.y + y * share };
}

const at = ({ x, y }: ElkPoint) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Where a line ends at the edge of an outer state, ELK may name the last point twice. */
const pointsOf = ({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection) =>
  [startPoint, ...bendPoints, endPoint].filter(
    ({ x, y }, at, all) => at === 0 || Math.hypot(x - all[at - 1]!.x, y - all[at - 1]!.y) > 0.5,
  );

/** The path of a line. */
export function edgePath(section: ElkEdgeSection): string {
  const points = pointsOf(section);
  return points
    .map((point, number) => {
      const [before, after] = [points[number - 1], points[number + 1]];
      if (!before) return `M${at(point)}`;
      if (!after) return `L${at(point)}`;
      return `L${at(towards(point, before, radius))}Q${at(point)} ${at(towards(point, after, radius))}`;
    })
    .join('');
}

/** The three corners of its head. */
export function arrowHead(section: ElkEdgeSection): string {
  const [before, tip] = pointsOf(section).slice(-2);
  if (!before || !tip) return '';
  const [x, y] = [Math.sign(tip.x - before.x), Math.sign(tip.y - before.y)];
  const [left, right] = [1, -1].map((side) => ({
    x: tip.x - x * head.length + y * side * head.half,
    y: tip.y - y * head.length + x * side * head.half,
  }));
  return [tip, left!, right!].map(at).join(',');
}
