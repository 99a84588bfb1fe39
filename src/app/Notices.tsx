/** The notices above a page: connection, storage, invitations, update, installation. */
import { ConnectionNotice } from '#src/features/connection/ConnectionNotice.tsx';
import { StorageNotice } from '#src/features/connection/StorageNotice.tsx';
import { InvitationsNotice } from '#src/features/invitations/InvitationsNotice.tsx';
import { InstallNotice } from '#src/features/install/InstallNotice.tsx';
import { UpdateNotice } from '#src/features/update/UpdateNotice.tsx';

export const Notices = () => (
  <>
    <ConnectionNotice />
    <StorageNotice />
    <InvitationsNotice />
    <UpdateNotice />
    <InstallNotice />
  </>
);
