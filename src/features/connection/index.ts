/** What other features may use of this one. */
export { BetaNotice } from './BetaNotice.tsx';
export { useConnection, useOfflineReason } from './queries.ts';
export { useStatus } from './status.ts';
