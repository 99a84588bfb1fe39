/** A file that was opened with the console: which schema are its records of? Or why it can't be taken. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { fileProblem } from '#src/workers/parse/uploadBody.ts';
import { useSchemasIn } from '#src/features/schemas/index.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { Select } from '#src/ui/form/Select.tsx';
import { Stack } from '#src/ui/layout.ts';
import { ChosenFile } from './ChosenFile.tsx';
import { useActors } from '#src/features/root/index.ts';

type Named = { id: string; name: string };
type OpenedFileProps = { file: File; datasets: readonly Named[]; onClear: () => void };

/** Why it can't be taken; null when it can, undefined while that isn't known. */
const useProblem = (file: File): string | null | undefined => {
  const [problem, setProblem] = useState<{ of: File; words: string | null }>();
  useEffect(() => {
    let gone = false;
    void fileProblem(file).then((words) => {
      if (!gone) setProblem({ of: file, words });
    });
    return () => {
      gone = true;
    };
  }, [file]);
  return problem?.of === file ? problem.words : undefined;
};

const optionsOf = (all: readonly Named[]) => all.map(({ id, name }) => ({ value: id, label: name }));
const Target = z.object({ dataset: z.string(), schema: z.string().min(1, 'Choose a schema.') });

/** What was chosen opens in the upload widget of its schema, where it is checked before anything is sent. */
export function OpenedFile({ file, datasets, onClear }: OpenedFileProps) {
  const navigate = useNavigate();
  const { uploads } = useActors();
  const problem = useProblem(file);
  const [dataset, setDataset] = useState(datasets[0]?.id ?? '');
  const schemas = useSchemasIn(dataset);
  const open = (schemas.data?.items ?? []).filter(({ permissions }) => permissions.can_upload);
  const [chosen, setChosen] = useState('');
  const schema = open.find(({ id }) => id === chosen)?.id ?? open[0]?.id ?? '';
  const proceed = async (target: z.output<typeof Target>) => {
    uploads.send({ type: 'file.opened', schema: target.schema, file });
    await navigate(`/datasets/${target.dataset}/schemas/${target.schema}/records`);
  };
  if (problem)
    return (
      <Banner tone="error" title={file.name} actions={<Button onClick={onClear}>Select another file</Button>}>
        {problem}
      </Banner>
    );
  const none = schemas.isSuccess && open.length === 0;
  return (
    <Stack>
      <ChosenFile id="opened-file" file={file} onClear={onClear} />
      <Form
        schema={Target}
        submit="Go on"
        unavailable={
          problem === undefined
            ? 'Looking at the file…'
            : none
              ? 'This dataset has no schema that you can upload to.'
              : undefined
        }
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
          options={optionsOf(open)}
          value={schema}
          onChange={({ target }) => setChosen(target.value)}
        />
      </Form>
    </Stack>
  );
}
