/** The people of the organization in pages, with the dialogs that change them. */
import { useState } from 'react';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import { Failure } from '#src/shared/failure.ts';
import { listPageSize, listRange } from '#src/shared/listPages.ts';
import { personLine, type PersonLine, type Viewer } from '#src/shared/people.ts';
import { useActors } from '#src/features/root/index.ts';
import { useInvitations, useInvite } from '#src/features/invitations/index.ts';
import { useOrganizationUsers } from '#src/features/organizations/index.ts';
import { PagedList } from '#src/ui/PagedList.tsx';
import { AddUserDialog } from './AddUserDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RevokeDialog } from './RevokeDialog.tsx';
import { UserTable } from './UserTable.tsx';

type OpenDialog = { dialog: 'edit' | 'revoke' | 'remove'; person: PersonLine };

type Props = {
  organization: Organization;
  viewer: Viewer;
  /** Whether the dialog to add a user is open; its button is in the header of the page. */
  adding: boolean;
  onAdded: () => void;
};

export function UserList({ organization, viewer, adding, onAdded }: Props) {
  const { raiseAlert } = useActors();
  const { id } = organization;
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<OpenDialog>();
  const users = useOrganizationUsers(id, listRange(page));
  const invitations = useInvitations(id, viewer.isAdmin);
  const { mutateAsync: invite } = useInvite(id);
  const close = () => setOpen(undefined);

  const resend = async ({ email, isAdmin }: PersonLine) => {
    try {
      const idempotencyKey = crypto.randomUUID();
      await invite({ body: { email, is_admin: isAdmin }, idempotencyKey });
      const content = `The invitation has been sent to ${email} again`;
      raiseAlert({ type: 'success', source: 'User', content, duration: 5 });
    } catch (thrown) {
      const content = `Failed to send the invitation to ${email} again. ${Failure.from(thrown).message}`;
      raiseAlert({ type: 'error', source: 'User', content });
    }
  };
  const actions = {
    edit: (person: PersonLine) => setOpen({ dialog: 'edit', person }),
    revoke: (person: PersonLine) => setOpen({ dialog: 'revoke', person }),
    remove: (person: PersonLine) => setOpen({ dialog: 'remove', person }),
    resend: (person: PersonLine) => void resend(person),
  };
  return (
    <>
      <PagedList
        from={users}
        label="Loading users"
        missing="Organization not found"
        pages="Pages of users"
        page={page}
        pageSize={listPageSize}
        onPage={setPage}
      >
        {(items) => (
          <UserTable
            people={items.map((member) => personLine(member, organization, viewer, invitations))}
            viewer={viewer}
            actions={actions}
          />
        )}
      </PagedList>
      {adding && <AddUserDialog organization={id} onInvited={onAdded} onClose={onAdded} />}
      {open?.dialog === 'edit' && (
        <EditUserDialog organization={id} person={open.person} viewer={viewer} onClose={close} />
      )}
      {open?.dialog === 'revoke' && <RevokeDialog organization={id} person={open.person} onClose={close} />}
      {open?.dialog === 'remove' && (
        <RemoveDialog organization={organization} person={open.person} onClose={close} />
      )}
    </>
  );
}
