/** The records of a page as cards, for phones. */
import styled from 'styled-components';
import type { Selection } from '#src/ui/grid/types.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { PlainList } from '#src/ui/layout.ts';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { cellOf, keyOf, titleOf, type RecordField, type RecordRow } from './recordRows.ts';

const Cards = styled(PlainList)`
  display: grid;
  gap: ${token.space.xs};
  &[aria-busy='true'] {
    opacity: 0.55;
  }
`;
const Card = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr);
  column-gap: ${token.space.s};
  align-items: center;
  min-block-size: 56px;
  padding: ${token.space.xs} ${token.space.sm};
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.s};
  input {
    position: relative;
    z-index: 2;
    inline-size: 24px;
    block-size: 24px;
    margin: 0;
  }
  p {
    /* Keeps the labels for screen readers inside. */
    position: relative;
    overflow: hidden;
    font-size: ${token.size.s};
    text-overflow: ellipsis;
    white-space: nowrap;
    color: ${token.color.muted};
  }
  p:first-of-type {
    font-size: ${token.size.m};
    font-weight: 600;
    color: ${token.color.text};
  }
  b {
    font-weight: 400;
    color: ${token.color.text};
  }
`;
/** The button of a card, which covers all of it. */
const Open = styled.button`
  padding: 0;
  font-weight: 400;
  font-variant-numeric: tabular-nums;
  color: ${token.color.muted};
  background: transparent;
  border: 0;
  cursor: pointer;
  &::after {
    position: absolute;
    inset: 0;
    z-index: 1;
    content: '';
    border-radius: ${token.radius.s};
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 2px solid ${token.color.focus};
    outline-offset: -2px;
  }
`;

type RecordCardsProps = {
  /** The accessible name of the list. */
  label: string;
  rows: readonly RecordRow[];
  fields: readonly RecordField[];
  /** Other records are being fetched. */
  busy: boolean;
  selection?: Selection;
  onOpen: (row: RecordRow) => void;
};

/** The first field is the title of a card, the others share a line. A tap shows the record. */
export function RecordCards({ label, rows, fields, busy, selection, onOpen }: RecordCardsProps) {
  const [title, ...others] = fields;
  return (
    <Cards aria-label={label} aria-busy={busy}>
      {rows.map((row) => (
        <Card key={keyOf(row)}>
          {selection ? (
            <input
              type="checkbox"
              aria-label={`Select record ${row.number}`}
              checked={selection.chosen.has(keyOf(row))}
              onChange={({ target }) => selection.choose([keyOf(row)], target.checked)}
            />
          ) : (
            <span />
          )}
          <Open type="button" aria-label={`Record ${row.number}, show all of it`} onClick={() => onOpen(row)}>
            {row.number}
          </Open>
          <div>
            <p>{title && <Value row={row} field={title} />}</p>
            <p>
              {others.map((field) => (
                <span key={field.name}>
                  {titleOf(field)}{' '}
                  <b>
                    <Value row={row} field={field} />
                  </b>{' '}
                </span>
              ))}
            </p>
          </div>
        </Card>
      ))}
    </Cards>
  );
}

/** A value; of a sealed one screen readers get its label. */
function Value({ row, field }: { row: RecordRow; field: RecordField }) {
  const { text, label } = cellOf(row, field.name, titleOf(field));
  if (label === undefined) return text;
  return (
    <>
      <span aria-hidden>{text}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  );
}
