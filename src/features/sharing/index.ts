/** What other features may use of this one. */
export { AccessCard } from './access/AccessCard.tsx';
export { AccessNotices } from './access/AccessNotices.tsx';
export { sharingKey, useWaitingRequests } from './queries.ts';
