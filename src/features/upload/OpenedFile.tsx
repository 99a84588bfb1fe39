/** Asks for the schema of a file that was opened with the console. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { useSchemasIn } from '#src/features/schemas/index.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { Select } from '#src/ui/form/Select.tsx';
import { Stack } from '#src/ui/layout.ts';
import { ChosenFile } from './ChosenFile.tsx';
import { useActors } from '#src/features/root/index.ts';
import { schemaPath } from '#src/shared/paths.ts';

type Option = { id: string; name: string };
type OpenedFileProps = { file: File; datasets: readonly Option[]; onClear: () => void };

const optionsOf = (all: readonly Option[]) => all.map(({ id, name }) => ({ value: id, label: name }));
const Target = z.object({ dataset: z.string(), schema: z.string().min(1, 'Choose a schema.') });

/** Opens the file in the upload dialog of the selected schema, which checks it before anything is sent. */
export function OpenedFile({ file, datasets, onClear }: OpenedFileProps) {
  const navigate = useNavigate();
  const { uploads } = useActors();
  const [dataset, setDataset] = useState(datasets[0]?.id ?? '');
  const schemas = useSchemasIn(dataset);
  const uploadable = (schemas.data?.items ?? []).filter(({ permissions }) => permissions.can_upload);
  const [selected, setSelected] = useState('');
  const schema = uploadable.find(({ id }) => id === selected)?.id ?? uploadable[0]?.id ?? '';
  const proceed = async (target: z.output<typeof Target>) => {
    uploads.send({ type: 'file.opened', schema: target.schema, file });
    await navigate(`${schemaPath(target.dataset, target.schema)}/records`);
  };
  const none = schemas.isSuccess && uploadable.length === 0;
  return (
    <Stack>
      <ChosenFile id="opened-file" file={file} onClear={onClear} />
      <Form
        schema={Target}
        submit="Continue"
        unavailable={none ? 'This dataset has no schema that you can upload to.' : undefined}
        onSubmit={proceed}
      >
        <Select
          label="Dataset"
          name="dataset"
          options={optionsOf(datasets)}
          value={dataset}
          onChange={({ target }) => setDataset(target.value)}
        />
        <Select
          label="Schema"
          name="schema"
          hint="Which schema are these records of? You can upload to those that are listed."
          options={optionsOf(uploadable)}
          value={schema}
          onChange={({ target }) => setSelected(target.value)}
        />
      </Form>
    </Stack>
  );
}
