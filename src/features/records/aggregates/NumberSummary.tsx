/** Count, sum, average, extremes and histogram of a number field, computed without decrypting a record. */
import { useId, useState } from 'react';
import styled from 'styled-components';
import type { NumberField } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { Failure } from '#src/shared/failure.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Card } from '#src/ui/Card.tsx';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';
import { Muted, Row } from '#src/ui/layout.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { useStableResult } from '#src/ui/useStableResult.ts';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { useNumberSummary, type NumberSummary } from './queries.ts';

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr));
  gap: ${token.space.sm} ${token.space.m};
  margin: 0;
  dt {
    font-size: ${token.size.s};
    color: ${token.color.muted};
  }
  dd {
    margin: 0;
    font-size: ${token.size.l};
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
`;

type NumberSummaryProps = {
  schema: string;
  /** At least one. */
  fields: readonly NumberField[];
  /** The applied filters. */
  filters: Filter[];
  /** The name of the field that is shown first. */
  initial?: string | undefined;
};

export function NumberSummary({ schema, fields, filters, initial }: NumberSummaryProps) {
  const id = useId();
  const [selected, setSelected] = useState(initial ?? fields[0]?.name);
  const field = fields.find(({ name }) => name === selected) ?? fields[0];
  return (
    <Card as="section" $pad="m" aria-label="Summary of numbers">
      <Row $gap="sm" $justify="space-between">
        <Row as="label" htmlFor={id}>
          <span>Summary of</span>
          <NativeSelect id={id} value={field?.name} onChange={(event) => setSelected(event.target.value)}>
            {fields.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </NativeSelect>
        </Row>
        <Muted>Computed on sealed data. No record was decrypted.</Muted>
      </Row>
      {field && <FieldSummary schema={schema} field={field} filters={filters} />}
    </Card>
  );
}

type FieldSummaryProps = { schema: string; field: NumberField; filters: Filter[] };

function FieldSummary({ schema, field, filters }: FieldSummaryProps) {
  const summary = useNumberSummary(schema, field, filters);
  const { data, error } = useStableResult(summary);
  if (error)
    return (
      <Banner tone="error" title={`${field.name} could not be summarized`}>
        {Failure.from(error).message}
      </Banner>
    );
  if (!data) return <Skeleton label={`Summarizing ${field.name}`} lines={4} lineHeight="26px" />;
  const { count, figures, bars } = data;
  return (
    <>
      <Figures aria-live="polite">
        <Figure name="Count" value={numberText(count)} />
        {figures && (
          <>
            <Figure name="Sum" value={numberText(figures.sum)} />
            <Figure name="Average" value={averageText(figures.average)} />
            <Figure name="Least" value={numberText(figures.least)} />
            <Figure name="Greatest" value={numberText(figures.greatest)} />
          </>
        )}
      </Figures>
      {figures ? (
        <Histogram field={field.name} bars={bars} />
      ) : (
        <Muted>No record that matches has a value in {field.name}.</Muted>
      )}
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const Chart = styled.figure`
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

/** A histogram: one bar per range, with the number of its records as height. */
function Histogram({ field, bars }: HistogramProps) {
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <Chart aria-label={`Distribution of ${field}`}>
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
    </Chart>
  );
}

const rangeText = (from: string, to: string) =>
  from === to ? numberText(from) : `${numberText(from)} to ${numberText(to)}`;

const exactFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 15 });
const averageFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: 9 });

/** Shows up to 15 fraction digits. */
const numberText = (value: number | string): string => exactFormat.format(value as Intl.StringNumericLiteral);

/** Rounds an average to 9 significant digits. */
const averageText = (value: number | string): string =>
  averageFormat.format(value as Intl.StringNumericLiteral);
