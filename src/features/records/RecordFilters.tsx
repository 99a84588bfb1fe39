/** The filter builder. Rows take effect when they are applied, which writes them into the address. */
import { useRef, useState, type SubmitEvent } from 'react';
import styled from 'styled-components';
import type { Field } from '@cloakroom/contract/fields.ts';
import { completeRows, emptyRow, rowProblem, type FilterRow } from './recordFilters.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Row, Stack } from '#src/ui/layout.ts';
import { FilterRowFields } from './FilterRowFields.tsx';
import type { RecordQueryState } from './useRecordQuery.ts';

const Bar = styled.form`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s} ${token.space.m};
  align-items: start;
  justify-content: space-between;
  padding: ${token.space.sm};
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
`;
const Lines = styled(Stack)`
  flex: 1 1 32rem;
`;

const tupleOf = ({ column, operator, value, value2 }: FilterRow) => [column, operator, value, value2];
const areSame = (a: readonly FilterRow[], b: readonly FilterRow[]) =>
  JSON.stringify(completeRows(a).map(tupleOf)) === JSON.stringify(completeRows(b).map(tupleOf));
const atLeastOne = (rows: FilterRow[]) => (rows.length > 0 ? rows : [emptyRow]);

/** The rows as typed; replaced when the address changes. */
function useDraftRows(applied: FilterRow[]) {
  const [rows, setRows] = useState(atLeastOne(applied));
  const [seen, setSeen] = useState(applied);
  // The address was changed from outside: by the browser's Back, or a link.
  if (seen !== applied) {
    setSeen(applied);
    if (!areSame(rows, applied)) setRows(atLeastOne(applied));
  }
  return [rows, setRows] as const;
}

type RecordFiltersProps = { fields: readonly Field[]; query: RecordQueryState };

export function RecordFilters({ fields, query }: RecordFiltersProps) {
  const [rows, setRows] = useDraftRows(query.rows);
  const addButton = useRef<HTMLButtonElement>(null);
  const obstacle = useOfflineReason('A search needs your proxy and the service: its terms are not stored.');
  const [checked, setChecked] = useState(false);
  const problemOf = (row: FilterRow) =>
    rowProblem(
      row,
      fields.find(({ name }) => name === row.column),
    );

  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    const valid = rows.every((row) => problemOf(row) === null);
    setChecked(!valid);
    if (valid) query.apply(rows);
  };
  const remove = (at: number) => {
    // The next row's button moves under the focus; after the last row there is none.
    if (at === rows.length - 1) addButton.current?.focus();
    setRows(rows.toSpliced(at, 1));
  };
  const clear = () => {
    setChecked(false);
    setRows([emptyRow]);
    query.clear();
  };
  return (
    <Bar role="search" aria-label="Filters" noValidate onSubmit={apply}>
      <Lines $gap="s">
        {rows.map((row, at) => (
          <FilterRowFields
            // Rows have no identity but their index; their controls hold no state.
            key={at}
            number={at + 1}
            row={row}
            fields={fields}
            problem={checked ? problemOf(row) : null}
            onChange={(next) => setRows(rows.with(at, next))}
            removeObstacle={
              rows.length === 1 ? 'The last filter can’t be removed; Clear empties it.' : undefined
            }
            onRemove={() => remove(at)}
          />
        ))}
      </Lines>
      <Row>
        <Button
          ref={addButton}
          kind="quiet"
          icon="plus"
          unavailable={
            rows.length >= fields.length ? 'There are as many filters as the schema has columns.' : undefined
          }
          onClick={() => setRows([...rows, emptyRow])}
        >
          Add filter
        </Button>
        <Button onClick={clear}>Clear</Button>
        <Button type="submit" kind="primary" icon="filter" unavailable={obstacle}>
          Apply
        </Button>
      </Row>
    </Bar>
  );
}
