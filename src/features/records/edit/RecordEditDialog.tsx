/** Adds, edits or duplicates a record, with one control for each field of the schema. */
import { useActorRef, useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { waitFor } from 'xstate';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { createRecordEditMachine } from '#src/machines/recordEdit/effects.ts';
import type { NewValues, PlainValues, RecordEditInput } from '#src/machines/recordEdit/types.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import type { RecordField } from '../recordRows.ts';
import { FieldEditor } from './FieldEditor.tsx';
import { changesOf, controlName, recordFormSchema, typedOf, valuesOf } from './recordForm.ts';

/** What was stored: the record, the values sent, and the values before. */
export type SavedRecord = { record: SealedRecord; data: NewValues; former: PlainValues };

type RecordEditDialogProps = {
  schema: Schema;
  /** In the order of the columns. */
  fields: readonly RecordField[];
  kind: RecordEditInput['kind'];
  record: SealedRecord | null;
  /** "Edit record 7". */
  title: string;
  onSaved: (saved: SavedRecord) => void;
  onClose: () => void;
};

const nothing: PlainValues = {};

export function RecordEditDialog(props: RecordEditDialogProps) {
  const { schema, fields, kind, record, title, onSaved, onClose } = props;
  const { trace } = useActors();
  const [machine] = useState(createRecordEditMachine);
  const actor = useActorRef(machine, {
    input: { schema: schema.id, kind, record },
    inspect: trace.inspect,
  });
  const state = useSelector(actor, (snapshot) => snapshot);
  const { values, failure } = state.context;
  const formSchema = useMemo(() => recordFormSchema(fields), [fields]);
  const initial = useMemo(() => typedOf(fields, values ?? nothing), [fields, values]);
  const obstacle = useOfflineReason('Your proxy seals the values, and the service stores them.');

  const save = async (typed: Record<string, string>) => {
    const stored = kind === 'edit' ? (values ?? nothing) : nothing;
    const data = changesOf(valuesOf(fields, typed), stored);
    if (kind === 'edit' && Object.keys(data).length === 0) {
      onClose();
      return;
    }
    actor.send({ type: 'save.pressed', data, key: crypto.randomUUID() });
    const { context, status } = await waitFor(actor, (snapshot) => !snapshot.matches('saving'), {
      timeout: Infinity,
    });
    if (status !== 'done' && context.failure && !actor.getSnapshot().matches('conflict'))
      throw context.failure;
    if (context.saved) {
      onSaved({ record: context.saved, data, former: stored });
      onClose();
    }
  };
  const ready = record === null || values !== null;
  const locked = state.matches('saving') ? 'Wait until the record is stored.' : undefined;
  return (
    <Dialog title={title} locked={locked} onClose={onClose}>
      <Stack>
        {state.matches('unreadable') && failure && (
          <Banner
            tone="error"
            title="The record can’t be read"
            actions={
              <Button size="s" icon="refresh" onClick={() => actor.send({ type: 'retry.pressed' })}>
                Try again
              </Button>
            }
          >
            {failure.message}
          </Banner>
        )}
        {state.matches('conflict') && (
          <Banner
            tone="warning"
            title="The record was changed meanwhile"
            actions={
              <Button size="s" icon="refresh" onClick={() => actor.send({ type: 'reload.pressed' })}>
                Load the current values
              </Button>
            }
          >
            Nothing was stored. Load the current values: what you have typed stays, then save again.
          </Banner>
        )}
        {!ready && state.matches('reading') && (
          <Skeleton label="Decrypting the record" lines={fields.length} />
        )}
        {ready && (
          <Form
            label={title}
            schema={formSchema}
            values={initial}
            submit={kind === 'edit' ? 'Save' : 'Add record'}
            unavailable={
              obstacle ?? (state.matches('conflict') ? 'Load the current values first.' : undefined)
            }
            onSubmit={save}
            actions={
              <Button unavailable={locked} onClick={onClose}>
                Cancel
              </Button>
            }
          >
            {fields.map((field, at) => (
              <FieldEditor
                key={field.name}
                field={field}
                name={controlName(at)}
                initial={initial[controlName(at)] ?? ''}
              />
            ))}
          </Form>
        )}
      </Stack>
    </Dialog>
  );
}
