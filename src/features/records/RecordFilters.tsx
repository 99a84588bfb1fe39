/** The filter builder. What is typed counts when it is applied, and then stands in the address. */
import { useRef, useState, type SubmitEvent } from 'react';
import styled from 'styled-components';
import type { Field } from '@cloakroom/contract/fields.ts';
import { completeRows, emptyRow, rowProblem, type FilterRow } from './recordFilters.ts';
import { useObstacle } from '#src/features/connection/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { FilterRowFields } from './FilterRowFields.tsx';
import type { RecordQueryShown } from './useRecordQuery.ts';

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
const Lines = styled.div`
  display: flex;
  flex: 1 1 32rem;
  flex-direction: column;
  gap: ${token.space.s};
  min-inline-size: 0;
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s};
`;

const plain = ({ column, operator, value, value2 }: FilterRow) => [column, operator, value, value2];
const same = (a: readonly FilterRow[], b: readonly FilterRow[]) =>
  JSON.stringify(completeRows(a).map(plain)) === JSON.stringify(completeRows(b).map(plain));
const atLeastOne = (rows: FilterRow[]) => (rows.length > 0 ? rows : [emptyRow]);

/** What stands in the builder: what was typed last, until the address says otherwise. */
function useTyped(applied: FilterRow[]) {
  const [rows, setRows] = useState(atLeastOne(applied));
  const [seen, setSeen] = useState(applied);
  // The address was changed by somebody else: the browser's Back, a link.
  if (seen !== applied) {
    setSeen(applied);
    if (!same(rows, applied)) setRows(atLeastOne(applied));
  }
  return [rows, setRows] as const;
}

type RecordFiltersProps = { fields: readonly Field[]; query: RecordQueryShown };

export function RecordFilters({ fields, query }: RecordFiltersProps) {
  const [rows, setRows] = useTyped(query.rows);
  const adder = useRef<HTMLButtonElement>(null);
  const obstacle = useObstacle('A search needs your proxy and the service: its words are kept nowhere.');
  const [checked, setChecked] = useState(false);
  const problemOf = (row: FilterRow) =>
    rowProblem(
      row,
      fields.find(({ name }) => name === row.column),
    );

  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    const good = rows.every((row) => problemOf(row) === null);
    setChecked(!good);
    if (good) query.apply(rows);
  };
  const remove = (at: number) => {
    // The next row's button takes the place of this one's; behind the last row there is none.
    if (at === rows.length - 1) adder.current?.focus();
    setRows(rows.toSpliced(at, 1));
  };
  const clear = () => {
    setChecked(false);
    setRows([emptyRow]);
    query.clear();
  };
  return (
    <Bar role="search" aria-label="Filters" noValidate onSubmit={apply}>
      <Lines>
        {rows.map((row, at) => (
          <FilterRowFields
            // Its place is all a row is known by; its controls hold nothing of their own.
            key={at}
            number={at + 1}
            row={row}
            fields={fields}
            problem={checked ? problemOf(row) : null}
            onChange={(next) => setRows(rows.with(at, next))}
            kept={rows.length === 1 ? 'One filter stays; Clear empties it.' : undefined}
            onRemove={() => remove(at)}
          />
        ))}
      </Lines>
      <Actions>
        <Button
          ref={adder}
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
      </Actions>
    </Bar>
  );
}
