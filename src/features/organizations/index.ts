/** What other features may use of this one. */
export { createBillingCustomer } from './billing.ts';
export { useRemovePerson, useTeamsOf } from './leaving.ts';
export {
  organizationQueries,
  useCreateServiceAccount,
  useOrganizationUsers,
  usePeopleChanged,
} from './queries.ts';
export { useAdminReason, useViewer } from './useViewer.ts';
