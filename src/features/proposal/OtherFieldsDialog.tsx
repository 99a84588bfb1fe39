/** Selects the fields for the columns of the file: from a template, from another schema, or as proposed. */
import { useState } from 'react';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { useDatasets } from '#src/features/datasets/index.ts';
import { schemaTemplates, useSchemasIn } from '#src/features/schemas/index.ts';
import { useSession } from '#src/features/session/index.ts';
import type { Definition, DraftField } from '#src/machines/proposal/fields.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Select } from '#src/ui/form/Select.tsx';
import { Muted } from '#src/ui/layout.ts';
import { withFieldsOf } from './otherFields.ts';

/** Values of the first list that are not datasets. */
const [ofFile, ofTemplate] = ['file', 'template'];

type Source = { id: string; label: string; definition: JsonSchema };

type OtherFieldsDialogProps = {
  /** The fields as they were proposed from the file. */
  proposed: readonly DraftField[];
  onChosen: (fields: DraftField[]) => void;
  onClose: () => void;
};

export function OtherFieldsDialog({ proposed, onChosen, onClose }: OtherFieldsDialogProps) {
  const { organization } = useSession();
  const datasets = useDatasets(organization.id).data?.items ?? [];
  const [from, setFrom] = useState(ofTemplate);
  const isDataset = from !== ofFile && from !== ofTemplate;
  const schemas = useSchemasIn(isDataset ? from : '');
  const [selected, setSelected] = useState('');
  const sources: readonly Source[] = isDataset
    ? (schemas.data?.items ?? []).flatMap(({ id, name, schema }) => {
        // A definition from an earlier build may violate a rule.
        const { data: definition } = JsonSchema.safeParse(schema);
        return definition ? [{ id, label: name, definition }] : [];
      })
    : schemaTemplates;
  const source = sources.find(({ id }) => id === selected) ?? sources[0];
  const fields =
    from === ofFile ? [...proposed] : source && withFieldsOf(proposed, source.definition as Definition);
  return (
    <ConfirmDialog
      title="Use Other Fields"
      confirm="Use These Fields"
      size="m"
      unavailable={
        fields ? undefined : schemas.isSuccess ? 'This dataset has no schema.' : 'Loading schemas…'
      }
      onConfirm={() => fields && onChosen(fields)}
      onClose={onClose}
    >
      <Select
        label="Fields of"
        name="from"
        options={[
          { value: ofTemplate, label: 'A template' },
          { value: ofFile, label: 'The file, as they were proposed' },
          ...datasets.map(({ id, name }) => ({ value: id, label: `The dataset ${name}` })),
        ]}
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      {from !== ofFile && source && (
        <Select
          label={isDataset ? 'Schema' : 'Template'}
          name="schema"
          options={sources.map(({ id, label }) => ({ value: id, label }))}
          value={source.id}
          onChange={({ target }) => setSelected(target.value)}
        />
      )}
      {fields && from !== ofFile && <Matches fields={fields} />}
    </ConfirmDialog>
  );
}

/** How many fields have a column in the file, and which columns are left out. */
function Matches({ fields }: { fields: readonly DraftField[] }) {
  const included = fields.filter((field) => field.included);
  const matched = included.filter(({ column }) => column !== null);
  const leftOut = fields.filter((field) => !field.included).map(({ heading }) => heading);
  return (
    <Muted role="status">
      {matched.length} of {formatQuantity(included.length, 'field')} have a column in the file
      {matched.length > 0 && `: ${matched.map(({ name }) => name).join(', ')}`}.
      {leftOut.length > 0 && ` Left out: ${leftOut.join(', ')}. They can be included again.`}
    </Muted>
  );
}
