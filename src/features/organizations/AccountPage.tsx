/** /account */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ChangePasswordForm, NameForm } from '#src/features/accounts/index.ts';
import { AccountTabs } from '#src/features/navigation/index.ts';
import { LeaveOrganization } from './LeaveOrganization.tsx';
import { OrganizationForm } from './OrganizationForm.tsx';
import { useViewer } from './useViewer.ts';
import { useAccountChanged, useSession } from '#src/features/session/index.ts';
import { fullName, isOwnedBy } from '#src/shared/people.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { selfQueryState } from '#src/features/profile/index.ts';
import { DataAge } from '#src/ui/DataAge.tsx';
import { Card } from '#src/ui/Card.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Narrow, Row } from '#src/ui/layout.ts';
import { Page } from '#src/ui/Page.tsx';

export function AccountPage() {
  const { user, organization } = useSession();
  const viewer = useViewer(organization, user);
  const accountChanged = useAccountChanged();
  const client = useQueryClient();
  const navigate = useNavigate();
  const onLeft = async () => {
    // Removes the cached data of the organization.
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
      <DataAge of={selfQueryState()} />
      <Card as="section">
        <h2>Login and security</h2>
        <DescriptionList facts={[{ name: 'Email', value: user.email }]} />
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
          onLeft={onLeft}
        />
      </Card>
      <Card as="section">
        <h2>Subscription</h2>
        <DescriptionList facts={[{ name: 'Subscription type', value: plan }]} />
      </Card>
    </Page>
  );
}
