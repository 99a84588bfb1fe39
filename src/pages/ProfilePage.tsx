/** /profile */
import { InstallCard } from '#src/features/install/InstallCard.tsx';
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { Appearance } from '#src/features/profile/Appearance.tsx';
import { NamesForm } from '#src/features/profile/NamesForm.tsx';
import { Sessions } from '#src/features/profile/Sessions.tsx';
import { StorageUse } from '#src/features/profile/StorageUse.tsx';
import { useAccountChanged, useSession } from '#src/features/session/useSession.ts';
import { dateWords } from '#src/lib/moments.ts';
import { selfFetched } from '#src/queries/self.ts';
import { Age } from '#src/ui/Age.tsx';
import { Card } from '#src/ui/Card.tsx';
import { Facts } from '#src/ui/Facts.tsx';
import { Narrow } from '#src/ui/layout.ts';
import { Page } from '#src/ui/Page.tsx';

export function ProfilePage() {
  const { user, organization, organizations } = useSession();
  const accountChanged = useAccountChanged();
  return (
    <Page title="Profile" context={organization.name} tabs={<AccountTabs />}>
      <Age of={selfFetched()} />
      <Card as="section">
        <h2>You</h2>
        <Facts
          facts={[
            { name: 'Email', value: user.email },
            { name: 'Organizations', value: organizations.map(({ name }) => name).join(', ') },
            { name: 'Member since', value: dateWords(user.date_joined) },
          ]}
        />
        <Narrow>
          <NamesForm names={user} onSuccess={accountChanged} />
        </Narrow>
      </Card>
      <Card as="section">
        <h2>Appearance</h2>
        <Appearance />
      </Card>
      <Card as="section">
        <h2>Sessions</h2>
        <Sessions />
      </Card>
      <Card as="section">
        <h2>The app</h2>
        <InstallCard />
      </Card>
      <Card as="section">
        <h2>This device</h2>
        <StorageUse />
      </Card>
    </Page>
  );
}
