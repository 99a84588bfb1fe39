/** What is said above every page: who can't be reached, and what isn't kept. */
import { BetaNotice } from '#src/features/connection/BetaNotice.tsx';
import { ConnectionNotice } from '#src/features/connection/ConnectionNotice.tsx';
import { StorageNotice } from '#src/features/connection/StorageNotice.tsx';

export const Notices = () => (
  <>
    <BetaNotice />
    <ConnectionNotice />
    <StorageNotice />
  </>
);
