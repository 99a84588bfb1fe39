/** /users */
import { useState } from 'react';
import { AccountTabs } from '#src/features/navigation/index.ts';
import { useViewer } from '#src/features/organizations/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { UserList } from './UserList.tsx';
import { ownerEmail } from '#src/shared/people.ts';
import { Button } from '#src/ui/Button.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Page } from '#src/ui/Page.tsx';

export function UsersPage() {
  const { user, organization } = useSession();
  const viewer = useViewer(organization, user);
  const [adding, setAdding] = useState(false);
  const add = (
    <Button
      kind="primary"
      icon="plus"
      unavailable={viewer.isAdmin ? undefined : 'Only admins add users. Ask one of them.'}
      onClick={() => setAdding(true)}
    >
      Add User
    </Button>
  );
  const actions = (
    <>
      {viewer.isAdmin && <LinkButton to="/users/audit">Audit log</LinkButton>}
      {add}
    </>
  );
  return (
    <Page title="Users" context={organization.name} tabs={<AccountTabs />} actions={actions}>
      <p>
        Organization Owner: <strong>{ownerEmail(organization)}</strong>
      </p>
      <UserList
        organization={organization}
        viewer={viewer}
        adding={adding && viewer.isAdmin}
        onAdded={() => setAdding(false)}
      />
    </Page>
  );
}
