/** /account */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ChangePasswordForm } from '#src/features/accounts/ChangePasswordForm.tsx';
import { NameForm } from '#src/features/accounts/NameForm.tsx';
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { LeaveOrganization } from '#src/features/organizations/LeaveOrganization.tsx';
import { OrganizationForm } from '#src/features/organizations/OrganizationForm.tsx';
import { useViewer } from '#src/features/organizations/useViewer.ts';
import { useAccountChanged, useSession } from '#src/features/session/useSession.ts';
import { fullName, isOwnedBy } from '#src/lib/people.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { selfFetched } from '#src/queries/self.ts';
import { Age } from '#src/ui/Age.tsx';
import { Card } from '#src/ui/Card.tsx';
import { Facts } from '#src/ui/Facts.tsx';
import { Narrow, Row } from '#src/ui/layout.ts';
import { Page } from '#src/ui/Page.tsx';

export function AccountPage() {
  const { user, organization } = useSession();
  const viewer = useViewer(organization, user);
  const accountChanged = useAccountChanged();
  const client = useQueryClient();
  const navigate = useNavigate();
  const left = async () => {
    // What is kept of the organization is not for its former member.
    client.clear();
    await accountChanged();
    await navigate('/datasets');
  };
  const plan = (
    <Row>
      {user.settings.plan.product_name} <Badge tone="primary">Beta</Badge>
    </Row>
  );
  return (
    <Page title="Account" context={organization.name} tabs={<AccountTabs />}>
      <Age of={selfFetched()} />
      <Card as="section">
        <h2>Login and security</h2>
        <Facts facts={[{ name: 'Email', value: user.email }]} />
        <Narrow>
          <NameForm fullName={fullName(user)} onSuccess={accountChanged} />
        </Narrow>
      </Card>
      <Card as="section">
        <h2>Password</h2>
        <Narrow>
          <ChangePasswordForm />
        </Narrow>
      </Card>
      <Card as="section">
        <h2>Organization</h2>
        <OrganizationForm organization={organization} mayChange={viewer.isAdmin} onSuccess={accountChanged} />
        <LeaveOrganization
          organization={organization}
          owns={isOwnedBy(organization, user.id)}
          onLeft={left}
        />
      </Card>
      <Card as="section">
        <h2>Subscription</h2>
        <Facts facts={[{ name: 'Subscription type', value: plan }]} />
      </Card>
    </Page>
  );
}
