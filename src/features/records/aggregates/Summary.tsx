/** A toggle that shows the summary of numbers; it is computed only while shown. */
import { useId, useState } from 'react';
import type { Field, NumberField } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { Button } from '#src/ui/Button.tsx';
import { Row, Stack } from '#src/ui/layout.ts';
import { NumberSummary } from './NumberSummary.tsx';

const isNumber = (field: Field): field is NumberField => field.type !== 'string';

type SummaryProps = { schema: string; fields: readonly Field[]; filters: Filter[] };

export function SummaryToggle({ schema, fields, filters }: SummaryProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const numbers = fields.filter(isNumber);
  if (numbers.length === 0) return null;
  return (
    <Stack $gap="sm">
      <Row>
        <Button
          size="s"
          icon={shown ? 'chevronUp' : 'chevronDown'}
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          Summary of numbers
        </Button>
      </Row>
      <div id={id} hidden={!shown}>
        {shown && <NumberSummary schema={schema} fields={numbers} filters={filters} />}
      </div>
    </Stack>
  );
}
