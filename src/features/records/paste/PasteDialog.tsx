/** Shows a pasted table as the records that it would become, and stores them with one call. */
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { addRecords } from '#src/machines/recordEdit/effects.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';
import { Area } from '#src/ui/form/TextArea.tsx';
import { Muted, Stack } from '#src/ui/layout.ts';
import { token } from '#src/ui/theme/tokens.ts';
import {
  fieldsByPosition,
  fieldsOfHeadings,
  maxPastedRows,
  pastedRows,
  readTable,
  type Assignment,
} from './pastedRows.ts';

const Scroll = styled.div`
  max-block-size: 22rem;
  overflow: auto;
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  table {
    font-size: ${token.size.s};
    border-spacing: 0;
  }
  th,
  td {
    max-inline-size: 16rem;
    padding: ${token.space.xs} ${token.space.s};
    overflow: hidden;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
    border-block-end: 1px solid ${token.color.border};
  }
  thead th {
    position: sticky;
    inset-block-start: 0;
    background: ${token.color.sunken};
  }
  select {
    min-inline-size: 8rem;
  }
`;
const Problem = styled.td`
  && {
    max-inline-size: none;
    color: ${token.color.danger};
    white-space: normal;
  }
`;

export type Pasted = {
  /** Undefined if the browser did not let the page read the clipboard. */
  text: string | undefined;
  /** The column in which it is pasted. */
  column: string;
};

type PasteDialogProps = {
  schema: Schema;
  /** In the order of the columns. */
  fields: readonly Field[];
  /** The names of the visible columns, in their order. */
  columns: readonly string[];
  pasted: Pasted;
  onAdded: (records: SealedRecord[]) => void;
  onClose: () => void;
};

export function PasteDialog({ schema, fields, columns, pasted, onAdded, onClose }: PasteDialogProps) {
  const [text, setText] = useState(pasted.text ?? '');
  const [table, setTable] = useState<string[][]>([]);
  const [chosen, setChosen] = useState<{ headings?: boolean; fields: Record<number, string | null> }>({
    fields: {},
  });
  const areaId = useId();
  const sent = useRef<{ body: string; key: string }>(null);
  const offline = useOfflineReason('Your proxy seals the values, and the service stores them.');
  useEffect(() => {
    let isCurrent = true;
    void readTable(text).then((read) => isCurrent && setTable(read));
    return () => void (isCurrent = false);
  }, [text]);

  const named = useMemo(() => fieldsOfHeadings(table[0] ?? [], fields), [table, fields]);
  const hasHeadings = chosen.headings ?? (named !== null && table.length > 1);
  const assignment = useMemo((): Assignment => {
    const width = table[0]?.length ?? 0;
    const found = (hasHeadings ? named : null) ?? fieldsByPosition(width, columns, pasted.column);
    return found.map((name, at) => (at in chosen.fields ? (chosen.fields[at] ?? null) : name));
  }, [table, hasHeadings, named, columns, pasted.column, chosen.fields]);
  const rows = useMemo(() => {
    const lines = table.slice(hasHeadings ? 1 : 0, maxPastedRows + 2);
    return pastedRows(lines, assignment, fields);
  }, [table, hasHeadings, assignment, fields]);
  const count = table.length - (hasHeadings ? 1 : 0);
  const invalid = rows.filter(({ problems }) => problems.length > 0).length;
  const twice = assignment.find((name, at) => name !== null && assignment.indexOf(name) !== at);
  const obstacle =
    count > maxPastedRows
      ? `At most ${maxPastedRows} rows are pasted at once. Upload a file to store more.`
      : count < 1
        ? 'Paste a table first.'
        : twice !== undefined
          ? `Two columns are assigned to ${twice}.`
          : invalid > 0
            ? `${formatQuantity(invalid, 'row')} can’t be stored: see the problems in the table.`
            : undefined;

  const save = async () => {
    const values = rows.map((row) => row.values);
    const body = JSON.stringify(values);
    // The same rows are sent again with the same key, so that they are stored once.
    if (sent.current?.body !== body) sent.current = { body, key: crypto.randomUUID() };
    onAdded(await addRecords(schema.id, values, sent.current.key));
  };
  return (
    <ConfirmDialog
      title="Paste rows"
      size="l"
      confirm={count > 0 ? `Add ${formatQuantity(count, 'record')}` : 'Add records'}
      unavailable={offline ?? obstacle}
      onConfirm={save}
      onClose={onClose}
    >
      {pasted.text === undefined && (
        <Stack $gap="xs">
          <label htmlFor={areaId}>Paste the table here</label>
          <Area
            id={areaId}
            rows={4}
            value={text}
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
          />
        </Stack>
      )}
      {count > 0 && (
        <>
          <p>
            The rows become new records of {schema.name}. Empty cells have no value.{' '}
            {assignment.includes(null) && <Muted>Columns without a field are left out.</Muted>}
          </p>
          <Checkbox
            label="The first row has headings"
            name="headings"
            checked={hasHeadings}
            onChange={({ target }) => setChosen({ headings: target.checked, fields: {} })}
          />
          {obstacle !== undefined && <Banner tone="warning">{obstacle}</Banner>}
          <Scroll role="region" aria-label="Rows to add" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">#</th>
                  {assignment.map((name, at) => (
                    <th key={at} scope="col">
                      <NativeSelect
                        aria-label={`Field of column ${at + 1}`}
                        value={name ?? ''}
                        onChange={({ target }) =>
                          setChosen({
                            ...chosen,
                            fields: { ...chosen.fields, [at]: target.value === '' ? null : target.value },
                          })
                        }
                      >
                        <option value="">Leave out</option>
                        {fields.map((field) => (
                          <option key={field.name}>{field.name}</option>
                        ))}
                      </NativeSelect>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, maxPastedRows).map((row, at) => (
                  <PreviewRow key={at} number={at + 1} assignment={assignment} {...row} />
                ))}
              </tbody>
            </table>
          </Scroll>
        </>
      )}
    </ConfirmDialog>
  );
}

type PreviewRowProps = ReturnType<typeof pastedRows>[number] & { number: number; assignment: Assignment };

function PreviewRow({ number, assignment, cells, values, problems }: PreviewRowProps) {
  /** A text that is no number is shown as it was pasted. */
  const textOf = (name: string, at: number) =>
    Number.isNaN(values[name]) ? cells[at] : String(values[name] ?? '—');
  return (
    <>
      <tr>
        <th scope="row">{number}</th>
        {assignment.map((name, at) => (
          <td key={at}>{name === null ? <Muted>left out</Muted> : textOf(name, at)}</td>
        ))}
      </tr>
      {problems.length > 0 && (
        <tr>
          <td />
          <Problem colSpan={assignment.length}>{problems.join(' ')}</Problem>
        </tr>
      )}
    </>
  );
}
