/**
 * The filters: applied ones are chips, others rows of the filter builder. Rows take effect when they are applied, which
 * writes them into the address.
 */
import { useRef, useState, type SubmitEvent } from 'react';
import styled from 'styled-components';
import { completeRows, emptyRow, rowProblem, type FilterRow } from './recordFilters.ts';
import { titleOf, type RecordField } from './recordRows.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Row } from '#src/ui/layout.ts';
import { useMedia } from '#src/ui/useMedia.ts';
import { cardsQuery } from './SplitView.ts';
import { FilterRowFields } from './FilterRowFields.tsx';
import { TypedFilterField } from './TypedFilterField.tsx';
import type { RecordQueryState } from './useRecordQuery.ts';

const Bar = styled.form`
  display: flex;
  flex: 1 1 auto;
  flex-wrap: wrap;
  gap: ${token.space.s};
  align-items: center;
`;

/** At this width an empty row of the builder takes a second line. */
const narrowQuery = '(max-width: 1279px)';

const tupleOf = ({ column, operator, value, value2 }: FilterRow) => [column, operator, value, value2];
const isSameRow = (a: FilterRow, b: FilterRow | undefined) =>
  b !== undefined && JSON.stringify(tupleOf(a)) === JSON.stringify(tupleOf(b));
const areSame = (a: readonly FilterRow[], b: readonly FilterRow[]) =>
  JSON.stringify(completeRows(a).map(tupleOf)) === JSON.stringify(completeRows(b).map(tupleOf));
const atLeastOne = (rows: FilterRow[]) => (rows.length > 0 ? rows : [emptyRow]);

/** "state = NY", "latitude between 40.9 and 41". */
const chipText = (column: string, { operator, value, value2 }: FilterRow) =>
  `${column} ${operator} ${value}${operator === 'between' ? ` and ${value2}` : ''}`;

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

const tooManyFilters = 'There are as many filters as the schema has columns.';

type RecordFiltersProps = {
  fields: readonly RecordField[];
  query: RecordQueryState;
  /** Each new object adds a row for its column. */
  request?: { column: string } | undefined;
};

export function RecordFilters({ fields, query, request }: RecordFiltersProps) {
  const [rows, setRows] = useDraftRows(query.rows);
  /** The applied row that is shown as a row of the builder instead of a chip. */
  const [edited, setEdited] = useState<FilterRow>();
  /** In narrow windows the empty row appears on request. */
  const [opened, setOpened] = useState(false);
  const [seenRequest, setSeenRequest] = useState(request);
  if (request && seenRequest !== request) {
    setSeenRequest(request);
    setOpened(true);
    const row = { ...emptyRow, column: request.column };
    const others = rows.filter(({ column }) => column !== '' && column !== request.column);
    setRows([...others, row]);
    setEdited(row);
  }
  const isPhone = useMedia(cardsQuery);
  const isNarrow = useMedia(narrowQuery);
  const titled = (column: string) => titleOf(fields.find(({ name }) => name === column) ?? { name: column });
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
  /** Rows that are equal to the applied ones in their places, except the edited one. */
  const isChip = (row: FilterRow, at: number) =>
    row.column !== '' && row !== edited && isSameRow(row, query.rows[at]);
  const removeChip = (at: number) => {
    addButton.current?.focus();
    // Rows that are not applied yet stay as they are.
    setRows(atLeastOne(rows.toSpliced(at, 1)));
    query.apply(query.rows.toSpliced(at, 1));
  };
  const remove = (at: number) => {
    // The next row's button moves under the focus; after the last row there is none.
    if (at === rows.length - 1) addButton.current?.focus();
    setRows(rows.toSpliced(at, 1));
  };
  const clear = () => {
    setChecked(false);
    setOpened(false);
    setRows([emptyRow]);
    query.clear();
  };
  const drafts = rows.filter(
    (each, at) => !isChip(each, at) && !isSameRow(each, emptyRow) && each !== edited,
  );
  const isFull = query.rows.length + drafts.length >= fields.length;
  /** Rows that are not applied yet stay behind the applied ones. */
  const addTyped = (row: FilterRow) => {
    const applied = [...query.rows, row];
    setRows([...applied, ...drafts]);
    query.apply(applied);
  };
  const folded = isNarrow && !opened && rows.every((row, at) => isChip(row, at) || isSameRow(row, emptyRow));
  const add = () => {
    setOpened(true);
    if (!folded || rows.every(isChip)) setRows([...rows, emptyRow]);
  };
  return (
    <Bar role="search" aria-label="Filters" noValidate onSubmit={apply}>
      {(!isPhone || !folded) && (
        <TypedFilterField
          fields={fields}
          obstacle={obstacle ?? (isFull ? tooManyFilters : undefined)}
          onFilter={addTyped}
        />
      )}
      {rows.map((row, at) =>
        isChip(row, at) ? (
          <FilterChip
            key={at}
            number={at + 1}
            text={chipText(titled(row.column), row)}
            hint={chipText(row.column, row)}
            onEdit={() => setEdited(row)}
            onRemove={() => removeChip(at)}
          />
        ) : (
          !folded && (
            <FilterRowFields
              // Rows have no identity but their index; their controls hold no state.
              key={at}
              number={at + 1}
              row={row}
              fields={fields}
              focused={row === edited}
              problem={checked ? problemOf(row) : null}
              onChange={(next) => setRows(rows.with(at, next))}
              removeObstacle={
                rows.length === 1 ? 'The last filter can’t be removed; Clear empties it.' : undefined
              }
              onRemove={() => remove(at)}
            />
          )
        ),
      )}
      <Row>
        <Button
          ref={addButton}
          kind="quiet"
          icon="plus"
          unavailable={rows.length >= fields.length && !folded ? tooManyFilters : undefined}
          onClick={add}
        >
          Add filter
        </Button>
        {(!folded || query.rows.length > 0) && <Button onClick={clear}>Clear</Button>}
        {!folded && (
          <Button type="submit" kind="primary" icon="filter" unavailable={obstacle}>
            Apply
          </Button>
        )}
      </Row>
    </Bar>
  );
}

const Chip = styled.span`
  display: inline-flex;
  align-items: center;
  max-inline-size: 24rem;
  overflow: hidden;
  background: ${token.color.primarySoft};
  border-radius: ${token.radius.pill};
  > button:first-child {
    min-inline-size: 0;
    min-block-size: ${token.control.s};
    padding: 0 0 0 ${token.space.sm};
    overflow: hidden;
    font-size: ${token.size.s};
    color: ${token.color.onPrimarySoft};
    text-overflow: ellipsis;
    white-space: nowrap;
    background: transparent;
    border: 0;
    border-radius: ${token.radius.pill};
    cursor: pointer;
  }
  > button:focus-visible {
    outline-offset: -2px;
  }
`;

type FilterChipProps = {
  /** From 1, used in the labels. */
  number: number;
  /** "State = NY". */
  text: string;
  /** The same with the name of the field. */
  hint: string;
  onEdit: () => void;
  onRemove: () => void;
};

/** An applied filter: its text edits it, its button removes it at once. */
function FilterChip({ number, text, hint, onEdit, onRemove }: FilterChipProps) {
  return (
    <Chip role="group" aria-label={`Filter ${number}`}>
      <button type="button" aria-label={`Edit filter ${number}: ${text}`} title={hint} onClick={onEdit}>
        {text}
      </button>
      <IconButton icon="close" size="s" label={`Remove filter ${number}`} onClick={onRemove} />
    </Chip>
  );
}
