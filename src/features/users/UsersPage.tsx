/** /users */
import { useState } from 'react';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import { ServiceAccountToken } from '#src/features/apiTokens/index.ts';
import { AccountTabs } from '#src/features/navigation/index.ts';
import { useStatus } from '#src/features/connection/index.ts';
import { useViewer, useOrganizationUsers } from '#src/features/organizations/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { adminReason, ownerEmail, personLine, type PersonLine, type Viewer } from '#src/shared/people.ts';
import { Failure } from '#src/shared/failure.ts';
import { listRange, useListPage } from '#src/shared/listPages.ts';
import { useActors } from '#src/features/root/index.ts';
import { useInvitations, useInvite, useRevokeInvitation } from '#src/features/invitations/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Row } from '#src/ui/layout.ts';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { AddServiceAccountDialog } from './AddServiceAccountDialog.tsx';
import { AddUserDialog } from './AddUserDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { UserTable } from './UserTable.tsx';

export function UsersPage() {
  const { user, organization } = useSession();
  const viewer = useViewer(organization, user);
  const [adding, setAdding] = useState<'user' | 'service account'>();
  const add = (
    <Button
      kind="primary"
      icon="plus"
      unavailable={adminReason(viewer.isAdmin, 'add users')}
      onClick={() => setAdding('user')}
    >
      Add User
    </Button>
  );
  const actions = (
    <>
      {viewer.isAdmin && (
        <Button icon="plus" onClick={() => setAdding('service account')}>
          Add Service Account
        </Button>
      )}
      {add}
    </>
  );
  return (
    <Page title="Users" context={organization.name} tabs={<AccountTabs />} actions={actions}>
      <Row $justify="space-between">
        <p>
          Organization Owner: <strong>{ownerEmail(organization)}</strong>
        </p>
        {viewer.isAdmin && (
          <Row>
            <LinkButton size="s" icon="clock" to="/users/audit">
              Audit log
            </LinkButton>
            <LinkButton size="s" icon="key" to="/users/tokens">
              API tokens
            </LinkButton>
          </Row>
        )}
      </Row>
      <UserList
        organization={organization}
        viewer={viewer}
        adding={viewer.isAdmin ? adding : undefined}
        onAdded={() => setAdding(undefined)}
      />
    </Page>
  );
}

type OpenDialog = { dialog: 'edit' | 'revoke' | 'remove' | 'token'; person: PersonLine };

type UserListProps = {
  organization: Organization;
  viewer: Viewer;
  /** What the open dialog adds; its button is in the header of the page. */
  adding: 'user' | 'service account' | undefined;
  onAdded: () => void;
};

/** The people of the organization in pages, with the dialogs that change them. */
function UserList({ organization, viewer, adding, onAdded }: UserListProps) {
  const { raiseAlert } = useActors();
  const { id } = organization;
  const [page, setPage] = useListPage();
  const [open, setOpen] = useState<OpenDialog>();
  const users = useOrganizationUsers(id, listRange(page));
  const invitations = useInvitations(id, viewer.isAdmin);
  const { mutateAsync: invite } = useInvite(id);
  const outbox = useStatus().data?.outbox;
  const close = () => setOpen(undefined);

  const resend = async ({ email, isAdmin }: PersonLine) => {
    try {
      const idempotencyKey = crypto.randomUUID();
      await invite({ body: { email, is_admin: isAdmin }, idempotencyKey });
      const content =
        outbox === true
          ? `The invitation to ${email} is in the outbox of this machine again`
          : `The invitation has been sent to ${email} again`;
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
    createToken: (person: PersonLine) => setOpen({ dialog: 'token', person }),
  };
  return (
    <>
      <PagedList
        from={users}
        label="Loading users"
        missing="Organization not found"
        pages="Pages of users"
        page={page}
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
      {adding === 'user' && <AddUserDialog organization={id} onClose={onAdded} />}
      {adding === 'service account' && <AddServiceAccountDialog organization={id} onClose={onAdded} />}
      {open?.dialog === 'token' && (
        <ServiceAccountToken
          account={{ id: open.person.user, name: open.person.program ?? open.person.email }}
          onClose={close}
        />
      )}
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

type RevokeDialogProps = { organization: string; person: PersonLine; onClose: () => void };

/** Revokes an open invitation. */
function RevokeDialog({ organization, person, onClose }: RevokeDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useRevokeInvitation(organization);
  const revoke = async () => {
    if (person.invitation) await mutateAsync(person.invitation.id);
    raiseAlert({
      type: 'success',
      source: 'User',
      content: `The invitation of ${person.email} has been revoked`,
      duration: 5,
    });
  };
  return (
    <ConfirmDialog title="Revoke invitation?" confirm="Revoke" danger onConfirm={revoke} onClose={onClose}>
      <p>
        {person.email} leaves the list of users, and the link stops working. You can invite them again at any
        time.
      </p>
    </ConfirmDialog>
  );
}
