/** The dialogs that change one record, and what starts them. */
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { changeRecord, removeRecords } from '#src/machines/recordEdit/effects.ts';
import { invalidateRecords } from './queries.ts';
import type { RecordField, RecordRow } from './recordRows.ts';
import type { SavedRecord } from './edit/RecordEditDialog.tsx';
import type { Pasted } from './paste/PasteDialog.tsx';
import type { UndoState } from './useUndo.ts';

const RecordEditDialog = lazy(async () => ({
  default: (await import('./edit/RecordEditDialog.tsx')).RecordEditDialog,
}));
const PasteDialog = lazy(async () => ({ default: (await import('./paste/PasteDialog.tsx')).PasteDialog }));
const DeleteRecords = lazy(async () => ({ default: (await import('./DeleteRecords.tsx')).DeleteRecords }));

type Opened =
  | { kind: 'add' }
  | { kind: 'paste'; pasted: Pasted }
  | { kind: 'edit' | 'duplicate' | 'delete'; row: RecordRow };

export type RecordActions = {
  edit: (row: RecordRow) => void;
  duplicate: (row: RecordRow) => void;
  remove: (row: RecordRow) => void;
};

type RecordActionsOptions = {
  schema: Schema;
  /** In the order of the columns. */
  fields: readonly RecordField[];
  /** The names of the visible columns, in their order. */
  columns: readonly string[];
  undo: UndoState;
  /** Whether the viewer may decrypt records here. */
  readable: boolean;
  /** The records are in no other order than that of their uploads, in which a changed record is the last one. */
  unsorted: boolean;
  /** Renders a step that must be completed before records are stored; called with a callback that cancels it. */
  beforeUpload: ((cancel: () => void) => ReactNode) | undefined;
};

/** @returns the commands, and the opened dialog. */
export function useRecordActions(options: RecordActionsOptions) {
  const { schema, fields, columns, undo, readable, unsorted, beforeUpload } = options;
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const close = useCallback(() => setOpened(undefined), []);
  const actions = useMemo(
    (): RecordActions & { add: () => void; paste: (pasted: Pasted) => void } => ({
      add: () => setOpened({ kind: 'add' }),
      paste: (pasted) => setOpened({ kind: 'paste', pasted }),
      edit: (row) => setOpened({ kind: 'edit', row }),
      duplicate: (row) => setOpened({ kind: 'duplicate', row }),
      remove: (row) => setOpened({ kind: 'delete', row }),
    }),
    [],
  );
  const saved = ({ record, data, former }: SavedRecord) => {
    const idempotencyKey = crypto.randomUUID();
    if (opened?.kind === 'edit') {
      const before = Object.fromEntries(Object.keys(data).map((name) => [name, former[name] ?? null]));
      undo.offer({
        done: `Changed record ${opened.row.number} of ${schema.name}.${unsorted ? ' It is the last one now.' : ''}`,
        undo: () => changeRecord(record, before, idempotencyKey),
        undone: `Record ${opened.row.number} of ${schema.name} has its former values again.`,
      });
    } else
      undo.offer({
        done: `Added a record to ${schema.name}.`,
        undo: () => removeRecords(schema.id, [record.id]),
        undone: `The new record of ${schema.name} is deleted again.`,
      });
    void invalidateRecords(client, schema.id);
  };
  const added = (records: SealedRecord[]) => {
    const count = formatQuantity(records.length, 'record');
    undo.offer({
      done: `Added ${count} to ${schema.name}.`,
      undo: () =>
        removeRecords(
          schema.id,
          records.map(({ id }) => id),
        ),
      undone: `${count} of ${schema.name} deleted again.`,
    });
    void invalidateRecords(client, schema.id);
  };
  const dialog = opened && (
    <Suspense>
      {opened.kind === 'delete' ? (
        <DeleteRecords
          schema={schema}
          records={[opened.row.record]}
          readable={readable}
          undo={undo}
          onClose={close}
        />
      ) : beforeUpload ? (
        beforeUpload(close)
      ) : opened.kind === 'paste' ? (
        <PasteDialog
          {...{ schema, fields, columns }}
          pasted={opened.pasted}
          onAdded={added}
          onClose={close}
        />
      ) : (
        <RecordEditDialog
          {...{ schema, fields }}
          kind={opened.kind}
          record={opened.kind === 'add' ? null : opened.row.record}
          title={
            opened.kind === 'add'
              ? 'Add record'
              : `${opened.kind === 'edit' ? 'Edit' : 'Duplicate'} record ${opened.row.number}`
          }
          onSaved={saved}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { actions, dialog };
}
