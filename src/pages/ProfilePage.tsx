/** /profile */
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { useSession } from '#src/features/session/useSession.ts';
import { fullName } from '#src/lib/people.ts';
import { Card } from '#src/ui/Card.tsx';
import { Facts } from '#src/ui/Facts.tsx';
import { Page } from '#src/ui/Page.tsx';

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

export function ProfilePage() {
  const { user, organizations } = useSession();
  return (
    <Page title="Profile" tabs={<AccountTabs />}>
      <Card as="section">
        <Facts
          facts={[
            { name: 'Full name', value: fullName(user) },
            { name: 'Email', value: user.email },
            { name: 'Organizations', value: organizations.map(({ name }) => name).join(', ') },
            { name: 'Member since', value: dates.format(new Date(user.date_joined)) },
          ]}
        />
      </Card>
    </Page>
  );
}
