/** The form that creates a schema. */
import { z } from 'zod';
import { createSchema } from '@cloakroom/contract/schemas.ts';
import { invalidSchema, readSchemaText } from './schemaText.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useIdempotencyKey } from '#src/shared/queries/refetching.ts';
import { useCreateSchema } from './queries.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { SchemaEditor } from './SchemaEditor.tsx';

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

type Props = { dataset: string; back: string; onSuccess: () => unknown };

export function CreateSchemaForm({ dataset, back, onSuccess }: Props) {
  const { mutateAsync } = useCreateSchema();
  const idempotencyKey = useIdempotencyKey();
  const offlineReason = useOfflineReason(
    'A new schema can’t wait: the service checks it, and your proxy makes its keys.',
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
      unavailable={offlineReason}
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
      <SchemaEditor />
    </Form>
  );
}
