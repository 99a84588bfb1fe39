/** /organizations/create */
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { type Organization, createOrganization } from '@cloakroom/contract/organizations.ts';
import { InvitationsNotice } from '#src/features/invitations/index.ts';
import { SiteFooter } from '#src/features/legal/index.ts';
import { tourPath } from '#src/shared/paths.ts';
import { useActors } from '#src/features/root/index.ts';
import { useIdempotencyKey } from '#src/shared/queries/idempotency.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { createBillingCustomer } from './billing.ts';
import { useCreateOrganization } from './queries.ts';

export function CreateOrganizationPage() {
  const { session } = useActors();
  const navigate = useNavigate();
  return (
    <AuthFrame
      title="Create an Organization"
      subtitle="Datasets, schemas and the people who may use them belong to an organization."
      below={<Link to="/logout">Logout</Link>}
      footer={<SiteFooter />}
    >
      <InvitationsNotice />
      <CreateOrganizationForm
        onSuccess={(organization) => {
          session.send({ type: 'organization.created', organization });
          void createBillingCustomer();
          return navigate(tourPath);
        }}
      />
    </AuthFrame>
  );
}

const NewOrganization = z.object(createOrganization.body.shape);

/** Creates an organization. */
function CreateOrganizationForm({ onSuccess }: { onSuccess: (organization: Organization) => unknown }) {
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
