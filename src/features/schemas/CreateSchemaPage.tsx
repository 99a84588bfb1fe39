/** /datasets/:datasetId/schemas/create */
import { useState } from 'react';
import { useNavigate, useParams, Link } from 'react-router';
import { z } from 'zod';
import { createSchema } from '@cloakroom/contract/schemas.ts';
import { BackToDatasets, useDataset } from '#src/features/datasets/index.ts';
import { helpLinks } from '#src/features/help/index.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useAdminReason } from '#src/features/organizations/index.ts';
import { useIdempotencyKey } from '#src/shared/queries/idempotency.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { Card } from '#src/ui/Card.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Banner } from '#src/ui/Banner.tsx';
import { invalidSchema, readSchemaText } from './schemaText.ts';
import { useCreateSchema } from './queries.ts';
import { SchemaEditor } from './SchemaEditor.tsx';

export function CreateSchemaPage() {
  const { datasetId = '' } = useParams();
  const navigate = useNavigate();
  const dataset = useDataset(datasetId);
  const back = `/datasets/${datasetId}`;
  return (
    <Page title="Add Schema" context={dataset.data?.name}>
      <Loaded
        from={dataset}
        label="Loading the dataset"
        missing="Datasets not found"
        back={<BackToDatasets />}
      >
        {() => (
          <>
            <SchemaRules guide={helpLinks.schemas} />
            <Card>
              <CreateSchemaForm dataset={datasetId} back={back} onSuccess={() => navigate(back)} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const { name, description } = createSchema.body.shape;
const NewSchema = z.object({
  name,
  description,
  schema: z.string().transform((text, context) => {
    const { schema } = readSchemaText(text);
    if (schema) return schema;
    context.addIssue({ code: 'custom', message: invalidSchema });
    return z.NEVER;
  }),
});

type CreateSchemaFormProps = { dataset: string; back: string; onSuccess: () => unknown };

const draftFields = ['name', 'description', 'schema'];

/** The form that creates a schema. */
function CreateSchemaForm({ dataset, back, onSuccess }: CreateSchemaFormProps) {
  const { mutateAsync } = useCreateSchema();
  const draft = useFormDraft(`schema in ${dataset}`, draftFields);
  const [restoredText, setRestoredText] = useState<string>();
  const idempotencyKey = useIdempotencyKey();
  const adminReason = useAdminReason('create schemas');
  const offlineReason = useOfflineReason(
    'A new schema can’t be queued: the service checks it, and your proxy creates its keys.',
  );
  const create = async (schema: z.output<typeof NewSchema>) => {
    await mutateAsync({ body: { ...schema, dataset }, idempotencyKey });
    await onSuccess();
  };
  return (
    <Form
      label="New schema"
      schema={NewSchema}
      submit="Create"
      unavailable={adminReason ?? offlineReason}
      draft={draft}
      onRestored={({ schema }) => typeof schema === 'string' && setRestoredText(schema)}
      onSubmit={create}
      actions={<LinkButton to={back}>Cancel</LinkButton>}
    >
      <TextField label="Name" name="name" hint="Human-readable name" autoComplete="off" />
      <TextField
        label="Description"
        name="description"
        hint="Brief description"
        autoComplete="off"
        optional
      />
      <SchemaEditor key={restoredText} initialText={restoredText} offersTemplates />
    </Form>
  );
}

type SchemaRulesProps = {
  /** The guide to schemas: a page of the console, or an address elsewhere. */
  guide: string;
};

/** The supported subset of JSON Schema. */
function SchemaRules({ guide }: SchemaRulesProps) {
  return (
    <Banner tone="info" title="Only JSON Schema is supported">
      Fields are strings or numbers, and every number field must have <code>minimum</code> and{' '}
      <code>maximum</code>: they make ranges searchable while the values stay sealed.{' '}
      {guide.startsWith('/') ? (
        <Link to={guide}>Read about schemas</Link>
      ) : (
        <a href={guide}>Read about schemas</a>
      )}
      {' or see '}
      <a href="https://json-schema.org/learn/getting-started-step-by-step">how JSON Schema works</a>.
    </Banner>
  );
}
