/** What other features may use of this one. */
export { InvitationsNotice } from './InvitationsNotice.tsx';
export { useAcceptInvitation, useInvitations, useInvite, useRevokeInvitation } from './queries.ts';
