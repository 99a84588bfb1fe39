import ELK from 'elkjs';
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { describe, expect, test } from 'vitest';
import { createActor, type AnyStateMachine } from 'xstate';
import { chartOf, statesIn } from '#src/features/debug/chart/chartOf.ts';
import { causeText, layoutGraph } from '#src/features/debug/chart/layoutGraph.ts';
import { highlightsOf } from '#src/features/debug/chart/highlights.ts';
import { activationMachine } from '#src/machines/activation/machine.ts';
import { alertsMachine } from '#src/machines/alerts/machine.ts';
import { createTrace } from '#src/machines/inspection/trace.ts';
import { outboxMachine } from '#src/machines/outbox/machine.ts';
import { peekMachine } from '#src/machines/peek/machine.ts';
import { recordsViewMachine } from '#src/machines/recordsView/machine.ts';
import { registrationMachine } from '#src/machines/registration/machine.ts';
import { sessionMachine } from '#src/machines/session/machine.ts';
import { updateMachine } from '#src/machines/update/machine.ts';
import { uploadMachine } from '#src/machines/upload/machine.ts';

const machines: AnyStateMachine[] = [
  activationMachine,
  alertsMachine,
  outboxMachine,
  peekMachine,
  recordsViewMachine,
  registrationMachine,
  sessionMachine,
  updateMachine,
  uploadMachine,
];

type Box = { id: string; x: number; y: number; width: number; height: number };

const boxOf = ({ id = '', x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({
  id,
  x,
  y,
  width,
  height,
});
const innermost = (node: ElkNode): Box[] =>
  node.children?.length ? node.children.flatMap(innermost) : [boxOf(node)];
const meet = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each(machines.map((machine) => ({ id: machine.id, machine })))('the chart of $id', ({ machine }) => {
  const chart = chartOf(machine.root);

  test('has every state of the machine and every transition once', () => {
    const nodes = statesIn(chart.root);
    const count = (node: typeof machine.root): number =>
      1 + Object.values(node.states).reduce((sum, child) => sum + count(child), 0);
    expect(nodes).toHaveLength(count(machine.root));
    const causes = [
      ...nodes.flatMap(({ internal }) => internal),
      ...chart.edges.flatMap((edge) => edge.causes),
    ];
    expect(new Set(causes.map(({ transition }) => transition)).size).toBe(causes.length);
    expect(causes.map(causeText).join()).not.toMatch(/xstate|undefined/);
  });

  test('has orthogonal edges and no overlapping labels or states', async () => {
    const drawn = await new ELK().layout(layoutGraph(chart));
    const labels =
      drawn.edges?.flatMap(({ id, labels: [label] = [] }) => (label ? [boxOf({ ...label, id })] : [])) ?? [];
    expect(labels).toHaveLength(chart.edges.length);
    const boxes = [...innermost(drawn), ...labels];
    const clashes = boxes.flatMap((a, at) =>
      boxes
        .slice(at + 1)
        .filter((b) => meet(a, b))
        .map((b) => [a.id, b.id]),
    );
    expect(clashes).toEqual([]);
    for (const { sections = [] } of drawn.edges ?? [])
      for (const { startPoint, bendPoints = [], endPoint } of sections) {
        const points = [startPoint, ...bendPoints, endPoint];
        for (const [at, { x, y }] of points.slice(1).entries())
          expect(Math.min(Math.abs(x - points[at]!.x), Math.abs(y - points[at]!.y))).toBeLessThan(0.01);
      }
  });
});

/* Without its effects, the machine restores nothing and continues. */
test('highlights the current state, the last transition and the ones taken before', () => {
  const trace = createTrace();
  const actor = createActor(alertsMachine, { inspect: trace.inspect }).start();
  actor.send({ type: 'history.read' });
  actor.send({ type: 'user.signedIn' });
  const chart = chartOf(actor.logic.root);
  const steps = trace.steps().filter(({ actor: { id } }) => id === actor.sessionId);
  const lit = highlightsOf(chart, steps);
  expect([...lit.states]).toEqual(['alerts', 'alerts.ready']);
  expect(chart.edges.filter(({ causes }) => lit.highlightOf(causes) === 'last').map(({ id }) => id)).toEqual([
    'alerts.reloading → alerts.ready',
  ]);
  expect(chart.root.internal.filter((cause) => lit.highlightOf([cause]) === 'taken').map(causeText)).toEqual([
    'history.read',
  ]);
  actor.stop();
});
