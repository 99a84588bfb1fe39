/** Makes an organization and starts to work in it. */
import { z } from 'zod';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import { createOrganization } from '@cloakroom/contract/organizations.ts';
import { useCreateOrganization } from '#src/queries/organizations.ts';
import { useRepeatKey } from '#src/queries/repeating.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';

const NewOrganization = z.object(createOrganization.body.shape);

export function CreateOrganizationForm({ onSuccess }: { onSuccess: (made: Organization) => unknown }) {
  const { mutateAsync } = useCreateOrganization();
  const repeatKey = useRepeatKey();
  const create = async ({ name }: { name: string }) => {
    await onSuccess(await mutateAsync({ body: { name }, repeatKey }));
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
