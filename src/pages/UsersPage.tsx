/** /users */
import { useState } from 'react';
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { useSession } from '#src/features/session/useSession.ts';
import { UserTable } from '#src/features/users/UserTable.tsx';
import { ownerEmail, personLine } from '#src/lib/people.ts';
import { useOrganizationUsers } from '#src/queries/organizations.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';
import { Pager } from '#src/ui/Pager.tsx';

const pageSize = 50;

export function UsersPage() {
  const { organization } = useSession();
  const [page, setPage] = useState(1);
  const users = useOrganizationUsers(organization.id, { limit: pageSize, offset: (page - 1) * pageSize });
  return (
    <Page title="Users" tabs={<AccountTabs />}>
      <p>
        Organization Owner: <strong>{ownerEmail(organization)}</strong>
      </p>
      <Loaded from={users} label="Loading users" missing="Organization not found">
        {({ items, total }) => (
          <>
            <UserTable people={items.map((member) => personLine(member, organization))} />
            {total !== null && total > pageSize && (
              <Pager label="Pages of users" page={page} pageSize={pageSize} total={total} onPage={setPage} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
