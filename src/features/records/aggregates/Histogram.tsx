/** A histogram: one bar per range, with the number of its records as height. */
import styled from 'styled-components';
import { formatQuantity } from '#src/shared/format/counts.ts';
import type { NumberSummary } from './queries.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { numberText } from './numberText.ts';

const Figure = styled.figure`
  display: flex;
  flex-direction: column;
  gap: ${token.space.xs};
  margin: 0;
`;
const Bars = styled.ol.attrs({ role: 'list' })`
  display: flex;
  gap: 2px;
  align-items: end;
  block-size: 5rem;
  margin: 0;
  padding: 0;
  list-style: none;
  border-block-end: 1px solid ${token.color.edge};
  > li {
    position: relative;
    flex: 1 1 0;
    block-size: 100%;
  }
  i {
    position: absolute;
    inset-block-end: 0;
    inset-inline: 0;
    block-size: var(--height);
    background: ${token.color.primary};
    border-radius: 3px 3px 0 0;
    forced-color-adjust: none;
  }
`;
const Ends = styled.figcaption`
  display: flex;
  justify-content: space-between;
  font-size: ${token.size.xs};
  font-variant-numeric: tabular-nums;
  color: ${token.color.muted};
`;

type HistogramProps = { field: string; bars: NumberSummary['bars'] };

export function Histogram({ field, bars }: HistogramProps) {
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <Figure aria-label={`Distribution of ${field}`}>
      <Bars>
        {bars.map(({ from, to, count }) => {
          const label = `${rangeText(from, to)}: ${formatQuantity(count, 'record')}`;
          // At least 2 %, so that a single record is visible.
          const height = count === 0 ? 0 : Math.max(2, (100 * count) / maxCount);
          return (
            <li key={from} title={label}>
              <VisuallyHidden>{label}</VisuallyHidden>
              <i style={{ ['--height' as string]: `${height}%` }} />
            </li>
          );
        })}
      </Bars>
      <Ends aria-hidden>
        <span>{first && numberText(first.from)}</span>
        <span>{last && numberText(last.to)}</span>
      </Ends>
    </Figure>
  );
}

const rangeText = (from: string, to: string) =>
  from === to ? numberText(from) : `${numberText(from)} to ${numberText(to)}`;
