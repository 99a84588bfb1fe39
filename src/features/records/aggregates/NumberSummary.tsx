/** Count, sum, average, extremes and histogram of a number field, computed without decrypting a record. */
import { useId, useState } from 'react';
import styled from 'styled-components';
import type { NumberField } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { Failure } from '#src/shared/failure.ts';
import { useNumberSummary } from './queries.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Card } from '#src/ui/Card.tsx';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';
import { Muted, Row } from '#src/ui/layout.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { useStableResult } from '#src/ui/useStableResult.ts';
import { Histogram } from './Histogram.tsx';
import { averageText, numberText } from './numberText.ts';

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
};

export function NumberSummary({ schema, fields, filters }: NumberSummaryProps) {
  const id = useId();
  const [selected, setSelected] = useState(fields[0]?.name);
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
  if (!data) return <Skeleton label={`Summarizing ${field.name}`} lines={4} high="26px" />;
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
