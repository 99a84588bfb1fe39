/** /profile */
import { InstallCard } from '#src/features/install/index.ts';
import { AccountTabs } from '#src/features/navigation/index.ts';
import { Appearance } from './Appearance.tsx';
import { NamesForm } from './NamesForm.tsx';
import { Sessions } from './Sessions.tsx';
import { StorageUse } from './StorageUse.tsx';
import { useAccountChanged, useSession } from '#src/features/session/index.ts';
import { formatDate } from '#src/shared/format/moments.ts';
import { selfQueryState } from './queries.ts';
import { DataAge } from '#src/ui/DataAge.tsx';
import { Card } from '#src/ui/Card.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Narrow } from '#src/ui/layout.ts';
import { Page } from '#src/ui/Page.tsx';

export function ProfilePage() {
  const { user, organization, organizations } = useSession();
  const accountChanged = useAccountChanged();
  return (
    <Page title="Profile" context={organization.name} tabs={<AccountTabs />}>
      <DataAge of={selfQueryState()} />
      <Card as="section">
        <h2>You</h2>
        <DescriptionList
          facts={[
            { name: 'Email', value: user.email },
            { name: 'Organizations', value: organizations.map(({ name }) => name).join(', ') },
            { name: 'Member since', value: formatDate(user.date_joined) },
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
