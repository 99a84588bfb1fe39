/** The chart of a machine with its current state highlighted; it scrolls and zooms. */
import { useEffect, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { useChartLayout } from '#src/features/debug/queries.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Muted, Row, Stack } from '#src/ui/layout.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import type { Chart } from './chartOf.ts';
import { Drawing } from './Drawing.tsx';
import { layoutGraph } from './layoutGraph.ts';
import type { Highlights } from './highlights.ts';

const Viewport = styled.div`
  max-block-size: min(44rem, 80dvh);
  overflow: auto;
  overscroll-behavior-inline: contain;
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  > svg {
    margin-inline: auto;
  }
`;
const LegendEntry = styled.span<{ $of: 'current' | 'last' | 'taken' }>`
  display: inline-flex;
  gap: ${token.space.xs};
  align-items: center;
  &::before {
    inline-size: 20px;
    block-size: ${({ $of }) => ({ current: '12px', last: '3px', taken: '2px' })[$of]};
    background: ${({ $of }) =>
      ({ current: token.color.primary, last: token.color.accent, taken: token.color.secondary })[$of]};
    border-radius: 3px;
    content: '';
  }
`;

const zoomFactor = 1.25;
const zoomLimits = { min: 0.3, max: 2, readable: 0.8 };
const clampScale = (scale: number) => Math.min(zoomLimits.max, Math.max(zoomLimits.min, scale));

type Props = { chart: Chart; highlights: Highlights; label: string };

export function MachineChart({ chart, highlights, label }: Props) {
  const graph = useMemo(() => layoutGraph(chart), [chart]);
  const layout = useChartLayout(graph);
  const [chosen, setScale] = useState<number>();
  const viewport = useRef<HTMLDivElement>(null);
  const { width: chartWidth = 1 } = layout.data ?? {};
  const fitScale = () => clampScale((viewport.current?.clientWidth ?? chartWidth) / chartWidth);
  const [initialScale, setInitialScale] = useState(1);
  const scale = chosen ?? initialScale;

  useEffect(() => {
    const available = viewport.current?.clientWidth;
    // Fits the viewport, but stays readable.
    if (available) setInitialScale(Math.min(1, Math.max(zoomLimits.readable, available / chartWidth)));
  }, [chartWidth]);
  useEffect(() => {
    const box = viewport.current;
    const current = box?.querySelector('.current:not(.outer)')?.getBoundingClientRect();
    if (!box || !current) return;
    const { left, top, width, height } = box.getBoundingClientRect();
    box.scrollBy(
      current.left + current.width / 2 - left - width / 2,
      current.top + current.height / 2 - top - height / 2,
    );
  }, [highlights, scale, layout.data]);

  return (
    <Stack $gap="s">
      <Row $justify="space-between">
        <Row $gap="m">
          <LegendEntry $of="current">Current</LegendEntry>
          <LegendEntry $of="last">Taken last</LegendEntry>
          <LegendEntry $of="taken">Taken before</LegendEntry>
        </Row>
        <Row role="group" aria-label="Zoom">
          <Button
            size="s"
            icon="minus"
            aria-label="Zoom out"
            onClick={() => setScale(clampScale(scale / zoomFactor))}
          />
          <Muted>{Math.round(scale * 100)} %</Muted>
          <Button
            size="s"
            icon="plus"
            aria-label="Zoom in"
            onClick={() => setScale(clampScale(scale * zoomFactor))}
          />
          <Button size="s" onClick={() => setScale(fitScale())}>
            Fit
          </Button>
        </Row>
      </Row>
      <Viewport ref={viewport} role="region" aria-label={`Chart of ${chart.root.id}`} tabIndex={0}>
        <Loaded from={layout} label="Drawing the chart">
          {(drawn) => (
            <Drawing chart={chart} layout={drawn} highlights={highlights} scale={scale} label={label} />
          )}
        </Loaded>
      </Viewport>
    </Stack>
  );
}
