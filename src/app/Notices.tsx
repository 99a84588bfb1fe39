/** What is said above every page: who can't be reached, what isn't kept, what is new. */
import { BetaNotice } from '#src/features/connection/BetaNotice.tsx';
import { ConnectionNotice } from '#src/features/connection/ConnectionNotice.tsx';
import { StorageNotice } from '#src/features/connection/StorageNotice.tsx';
import { InstallNotice } from '#src/features/install/InstallNotice.tsx';
import { UpdateNotice } from '#src/features/update/UpdateNotice.tsx';

export const Notices = () => (
  <>
    <BetaNotice />
    <ConnectionNotice />
    <StorageNotice />
    <UpdateNotice />
    <InstallNotice />
  </>
);
