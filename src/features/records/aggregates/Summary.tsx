/** A toggle that shows the summary of numbers; it is computed only while shown. */
import styled from 'styled-components';
import { useId, useState } from 'react';
import type { Field, NumberField } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { Button } from '#src/ui/Button.tsx';
import { NumberSummary } from './NumberSummary.tsx';

const isNumber = (field: Field): field is NumberField => field.type !== 'string';

/** Below the other items of its row, which wraps. */
const Panel = styled.div`
  flex: 1 0 100%;
  order: 1;
`;

type SummaryProps = {
  schema: string;
  fields: readonly Field[];
  filters: Filter[];
  /** Each new object opens the summary of its field. */
  request?: { field: string } | undefined;
};

export function SummaryToggle({ schema, fields, filters, request }: SummaryProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const [seen, setSeen] = useState(request);
  if (seen !== request) {
    setSeen(request);
    setShown(true);
  }
  const numbers = fields.filter(isNumber);
  if (numbers.length === 0) return null;
  return (
    <>
      <Button
        size="s"
        icon={shown ? 'chevronUp' : 'chevronDown'}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        Summary of numbers
      </Button>
      <Panel id={id} hidden={!shown}>
        {shown && (
          <NumberSummary
            key={request?.field ?? ''}
            initial={request?.field}
            schema={schema}
            fields={numbers}
            filters={filters}
          />
        )}
      </Panel>
    </>
  );
}
