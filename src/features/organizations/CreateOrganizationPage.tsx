/** /organizations/create */
import { Link, useNavigate } from 'react-router';
import { CreateOrganizationForm } from './CreateOrganizationForm.tsx';
import { InvitationsNotice } from '#src/features/invitations/index.ts';
import { SiteFooter } from '#src/features/legal/index.ts';
import { tourPath } from '#src/shared/paths.ts';
import { useActors } from '#src/features/root/index.ts';
import { createBillingCustomer } from './billing.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

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
