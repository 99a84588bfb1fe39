/** The chart of a machine with its present state lit, to walk around in and to zoom. */
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

const Field = styled.div`
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
const Key = styled.span<{ $of: 'here' | 'last' | 'taken' }>`
  display: inline-flex;
  gap: ${token.space.xs};
  align-items: center;
  &::before {
    inline-size: 20px;
    block-size: ${({ $of }) => ({ here: '12px', last: '3px', taken: '2px' })[$of]};
    background: ${({ $of }) =>
      ({ here: token.color.primary, last: token.color.accent, taken: token.color.secondary })[$of]};
    border-radius: 3px;
    content: '';
  }
`;

const step = 1.25;
const bounds = { least: 0.3, most: 2, readable: 0.8 };
const bounded = (scale: number) => Math.min(bounds.most, Math.max(bounds.least, scale));

type Props = { chart: Chart; lit: Highlights; label: string };

export function MachineChart({ chart, lit, label }: Props) {
  const graph = useMemo(() => layoutGraph(chart), [chart]);
  const layout = useChartLayout(graph);
  const [chosen, setScale] = useState<number>();
  const field = useRef<HTMLDivElement>(null);
  const { width: wide = 1 } = layout.data ?? {};
  const fitting = () => bounded((field.current?.clientWidth ?? wide) / wide);
  const [natural, setNatural] = useState(1);
  const scale = chosen ?? natural;

  useEffect(() => {
    const room = field.current?.clientWidth;
    // As large as it fits, but never too small to be read.
    if (room) setNatural(Math.min(1, Math.max(bounds.readable, room / wide)));
  }, [wide]);
  useEffect(() => {
    const box = field.current;
    const here = box?.querySelector('.here:not(.outer)')?.getBoundingClientRect();
    if (!box || !here) return;
    const { left, top, width, height } = box.getBoundingClientRect();
    box.scrollBy(
      here.left + here.width / 2 - left - width / 2,
      here.top + here.height / 2 - top - height / 2,
    );
  }, [lit, scale, layout.data]);

  return (
    <Stack $gap="s">
      <Row $justify="space-between">
        <Row $gap="m">
          <Key $of="here">Here</Key>
          <Key $of="last">Taken last</Key>
          <Key $of="taken">Taken before</Key>
        </Row>
        <Row role="group" aria-label="Zoom">
          <Button
            size="s"
            icon="minus"
            aria-label="Smaller"
            onClick={() => setScale(bounded(scale / step))}
          />
          <Muted>{Math.round(scale * 100)} %</Muted>
          <Button size="s" icon="plus" aria-label="Larger" onClick={() => setScale(bounded(scale * step))} />
          <Button size="s" onClick={() => setScale(fitting())}>
            Fit
          </Button>
        </Row>
      </Row>
      <Field ref={field} role="region" aria-label={`Chart of ${chart.root.id}`} tabIndex={0}>
        <Loaded from={layout} label="Drawing the chart">
          {(drawn) => <Drawing chart={chart} layout={drawn} lit={lit} scale={scale} label={label} />}
        </Loaded>
      </Field>
    </Stack>
  );
}
