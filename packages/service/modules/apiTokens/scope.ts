/** The restrictions of API tokens. Objects that a token does not reach seem not to exist. */
import { and, eq, inArray, type Column, type SQL } from 'drizzle-orm';
import type { TokenScope, TokenVerb } from '@cloakroom/contract/tokenVerbs.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { Permissions } from '@cloakroom/contract/schemas.ts';

/** The token of a call. */
export type TokenGrant = {
  id: string;
  name: string;
  organization: string;
  /** Null for all datasets of the organization. */
  datasets: readonly string[] | null;
  verbs: readonly TokenVerb[];
  expires: Date;
  /** Whether its calls are those of a service account. */
  isServiceAccount: boolean;
};

/** The person who makes a call, and the token that they make it with. */
export type Caller = { id: string; token?: TokenGrant | undefined };

/** Whether a caller's token reaches an organization. True without a token. */
export const reachesOrganization = ({ token }: Caller, organization: string): boolean =>
  token === undefined || token.organization === organization;

/** Whether a caller's token reaches the objects of a dataset. True without a token. */
export const reachesDataset = (caller: Caller, place: { organization: string; dataset: string }): boolean =>
  reachesOrganization(caller, place.organization) &&
  (caller.token?.datasets?.includes(place.dataset) ?? true);

/** {@link reachesOrganization} as a condition on a column; undefined without a token. */
export const reachedOrganizations = ({ token }: Caller, organization: Column): SQL | undefined =>
  token && eq(organization, token.organization);

/** {@link reachesDataset} as a condition on columns; undefined without a token. */
export const reachedDatasets = (
  { token }: Caller,
  columns: { organization: Column; dataset: Column },
): SQL | undefined =>
  token &&
  and(
    eq(columns.organization, token.organization),
    token.datasets ? inArray(columns.dataset, [...token.datasets]) : undefined,
  );

/** A person's permissions on a schema, restricted by their token. No token may share keys. */
export function permittedTo({ token }: Caller, permissions: Permissions): Permissions {
  if (!token) return permissions;
  const mayStore = token.verbs.includes('write') || token.verbs.includes('delete');
  return {
    can_search: permissions.can_search,
    can_upload: permissions.can_upload && mayStore,
    can_decrypt: token.verbs.includes('read') && permissions.can_decrypt,
    can_share_keys: false,
  };
}

/** The view of a token's restrictions. */
export const scopeView = (token: TokenGrant): TokenScope => ({
  id: token.id,
  name: token.name,
  organization: urlOf('organizations', token.organization),
  datasets: token.datasets?.map((id) => urlOf('datasets', id)) ?? null,
  verbs: [...token.verbs],
  expires: token.expires.toISOString(),
  service_account: token.isServiceAccount,
});
