/** The first rows of a chosen file, and above each column the field it stands for. */
import styled from 'styled-components';
import { countText } from '#src/lib/counts.ts';
import type { Look } from '#src/lib/look.ts';
import { token } from '#src/theme/tokens.ts';
import { NativeSelect } from '#src/ui/form/Select.tsx';
import { RowsPlace } from './RowsPlace.tsx';

const Window = styled.div`
  flex: 1 0 0;
  min-block-size: 10rem;
  overflow: auto;
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  &:focus-visible {
    outline: 2px solid ${token.color.focus};
    outline-offset: 2px;
  }
`;
const Rows = styled.table`
  min-inline-size: 100%;
  font-size: ${token.size.s};
  border-spacing: 0;
  caption {
    padding: ${token.space.s} ${token.space.m};
    text-align: start;
    color: ${token.color.muted};
  }
  th,
  td {
    max-inline-size: 20rem;
    padding: ${token.space.xs} ${token.space.m};
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: start;
    border-block-start: 1px solid ${token.color.border};
  }
  thead th {
    padding-block: ${token.space.s};
    vertical-align: bottom;
    background: ${token.color.sunken};
  }
  tbody th {
    font-weight: 400;
    font-variant-numeric: tabular-nums;
    color: ${token.color.muted};
  }
  select {
    min-inline-size: 9rem;
  }
`;

/** No field's name: an option that stands for none. */
const [leftOut, notMatched] = ['\u0000out', '\u0000none'];

type FirstRowsProps = {
  look: Look;
  fields: string[];
  onMatch: (column: string, field: string | null) => void;
};

type MatchProps = { column: string; field: string | null | undefined } & Pick<
  FirstRowsProps,
  'fields' | 'onMatch'
>;

function Match({ column, field, fields, onMatch }: MatchProps) {
  return (
    <NativeSelect
      aria-label={`Field for column ${column}`}
      value={field === undefined ? notMatched : (field ?? leftOut)}
      onChange={({ target: { value } }) => onMatch(column, value === leftOut ? null : value)}
    >
      {field === undefined && <option value={notMatched}>Choose a field…</option>}
      {fields.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
      <option value={leftOut}>Leave this column out</option>
    </NativeSelect>
  );
}

/** The first rows, and of how many: a number that is no more than an estimate is rounded. */
function captionOf({ rows, rowsInAll }: Look): string {
  const first = rows.length === 1 ? 'The first row' : `The first ${countText(rows.length)}`;
  if (rowsInAll > rows.length) return `${first} of ${allWords(rowsInAll)}`;
  return rows.length === 1 ? first : `${first} rows`;
}

function allWords(rows: number): string {
  const places = 10 ** Math.max(0, Math.floor(Math.log10(rows)) - 1);
  return `about ${countText(Math.round(rows / places) * places)} rows`;
}

export function FirstRows({ look, fields, onMatch }: FirstRowsProps) {
  const { names, rows, columns } = look;
  if (rows.length === 0) return <RowsPlace>No row can be shown like this.</RowsPlace>;
  const caption = captionOf(look);
  const widest = Math.max(names.length, ...rows.map(({ cells }) => cells.length));
  const places = Array.from({ length: widest }, (_, i) => i);
  return (
    <Window role="region" aria-label={caption} tabIndex={0}>
      <Rows>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {places.map((i) => (
              <th key={i} scope="col">
                <div>{names[i] ?? 'Beyond the header'}</div>
                {i < columns.length && (
                  <Match column={names[i] ?? ''} field={columns[i]} fields={fields} onMatch={onMatch} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {places.map((i) => (
                <td key={i} title={cells[i]}>
                  {cells[i]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Rows>
    </Window>
  );
}
