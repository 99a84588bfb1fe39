/** /organizations/create */
import { Link, useNavigate } from 'react-router';
import { CreateOrganizationForm } from '#src/features/organizations/CreateOrganizationForm.tsx';
import { InvitationsNotice } from '#src/features/invitations/InvitationsNotice.tsx';
import { SiteFooter } from '#src/features/legal/SiteFooter.tsx';
import { tourPath } from '#src/lib/paths.ts';
import { session } from '#src/machines/session/effects.ts';
import { becomeCustomer } from '#src/queries/billing.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function CreateOrganizationPage() {
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
          void becomeCustomer();
          return navigate(tourPath);
        }}
      />
    </AuthFrame>
  );
}
