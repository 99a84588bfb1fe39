/** Creates an organization. */
import { z } from 'zod';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import { createOrganization } from '@cloakroom/contract/organizations.ts';
import { useCreateOrganization } from './queries.ts';
import { useIdempotencyKey } from '#src/shared/queries/refetching.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';

const NewOrganization = z.object(createOrganization.body.shape);

export function CreateOrganizationForm({
  onSuccess,
}: {
  onSuccess: (organization: Organization) => unknown;
}) {
  const { mutateAsync } = useCreateOrganization();
  const idempotencyKey = useIdempotencyKey();
  const create = async ({ name }: { name: string }) => {
    await onSuccess(await mutateAsync({ body: { name }, idempotencyKey }));
  };
  return (
    <Form
      label="New organization"
      schema={NewOrganization}
      submit="Create Organization"
      wide
      onSubmit={create}
    >
      <TextField label="Organization Name" name="name" autoComplete="organization" />
    </Form>
  );
}
