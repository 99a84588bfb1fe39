/** /account */
import { ChangePasswordForm } from '#src/features/accounts/ChangePasswordForm.tsx';
import { NameForm } from '#src/features/accounts/NameForm.tsx';
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { useAccountChanged, useSession } from '#src/features/session/useSession.ts';
import { fullName } from '#src/lib/people.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Card } from '#src/ui/Card.tsx';
import { Facts } from '#src/ui/Facts.tsx';
import { Narrow, Row } from '#src/ui/layout.ts';
import { Page } from '#src/ui/Page.tsx';

export function AccountPage() {
  const { user, organization } = useSession();
  const accountChanged = useAccountChanged();
  const plan = (
    <Row>
      {user.settings.plan.product_name} <Badge tone="primary">Beta</Badge>
    </Row>
  );
  return (
    <Page title="Account" tabs={<AccountTabs />}>
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
        <Facts
          facts={[
            { name: 'Organization name', value: organization.name },
            { name: 'Subdomain slug', value: <code>{organization.slug}</code> },
          ]}
        />
      </Card>
      <Card as="section">
        <h2>Subscription</h2>
        <Facts facts={[{ name: 'Subscription type', value: plan }]} />
      </Card>
    </Page>
  );
}
