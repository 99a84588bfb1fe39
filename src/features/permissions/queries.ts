/** Queries for the teams, grants and possible members of a schema. */
import {
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { deleteGrant, listGrants } from '@cloakroom/contract/grants.ts';
import { listOrganizationUsers } from '@cloakroom/contract/organizations.ts';
import { rotateKeys } from '@cloakroom/contract/schemas.ts';
import { createTeam, deleteTeam, listSchemaTeams, patchTeam } from '@cloakroom/contract/teams.ts';
import type { Body } from '@cloakroom/contract/endpoint.ts';
import { call, list } from '#src/shared/http/call.ts';
import { maxPageSize } from '@cloakroom/client/paginate.ts';
import { fetchAllPages } from '#src/shared/http/fetchAllPages.ts';
import { organizationQueries } from '#src/features/organizations/index.ts';
import type { WithIdempotencyKey } from '#src/shared/queries/idempotency.ts';
import { sealedPersister } from '#src/shared/queries/persister.ts';
import { recordQueries } from '#src/features/records/index.ts';
import { schemaQueries } from '#src/features/schemas/index.ts';
import { sharingKey } from '#src/features/sharing/index.ts';

export const permissionQueries = {
  /** A schema's teams with their members, the data owners first. */
  teams: (id: string) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'one', id, 'teams'] as const,
      queryFn: ({ signal }) =>
        list(listSchemaTeams, { params: { id }, query: { expand: 'members' }, signal }),
      persister: sealedPersister,
    }),
  /** The grants of a schema's teams. */
  grants: (schema: string) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'one', schema, 'grants'] as const,
      queryFn: ({ signal }) => call(listGrants, { params: { id: schema }, signal }),
      persister: sealedPersister,
    }),
  /** All members of an organization. @param receivers - only those who can receive keys. */
  members: (organization: string, receivers: boolean) =>
    queryOptions({
      queryKey: [...organizationQueries.people(organization), receivers ? 'receivers' : 'everyone'] as const,
      queryFn: async ({ signal }) => {
        const query = {
          expand: 'user',
          limit: maxPageSize,
          ...(receivers && { has_identity: 'true' as const }),
        };
        const params = { id: organization };
        const { items } = await fetchAllPages((offset) =>
          list(listOrganizationUsers, { params, query: { ...query, offset }, signal }),
        );
        return items;
      },
      persister: sealedPersister,
    }),
};

/** A schema's teams and their grants. */
export const useTeamsAndGrants = (schema: string) =>
  useQueries({ queries: [permissionQueries.teams(schema), permissionQueries.grants(schema)] });

export const useMembersAndReceivers = (organization: string) =>
  useQueries({
    queries: [permissionQueries.members(organization, false), permissionQueries.members(organization, true)],
  });

/** Undefined until it is loaded. @param enabled - whether the viewer may search, which counting requires. */
export const useRecordCount = (schema: string, enabled: boolean) =>
  useQuery({ ...recordQueries.count(schema), enabled }).data;

/** Renews the keys of a schema, then refetches the schema and the requests for keys. */
export function useRenewKeys(schema: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(rotateKeys, { params: { id: schema } }),
    onSettled: () => refreshSharing(client, schema),
  });
}

/** Creates, renames and deletes additional teams, and deletes additional grants. Each mutation settles once the lists are refetched. */
export function useTeamMutations(schema: string) {
  const client = useQueryClient();
  const onSuccess = () => refreshSharing(client, schema);
  return {
    create: useMutation({
      mutationFn: ({ organization, ...options }: NewTeam) =>
        call(createTeam, { params: { id: organization }, ...options }),
      onSuccess,
    }),
    rename: useMutation({
      mutationFn: ({ id, ...options }: TeamRename) => call(patchTeam, { params: { id }, ...options }),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => call(deleteTeam, { params: { id } }), onSuccess }),
    removeGrants: useMutation({
      mutationFn: async (ids: readonly string[]) => {
        for (const id of ids) await call(deleteGrant, { params: { id } });
      },
      // Some may be gone although one could not be deleted.
      onSettled: onSuccess,
    }),
  };
}

type NewTeam = WithIdempotencyKey<Body<typeof createTeam>> & { organization: string };
type TeamRename = WithIdempotencyKey<Body<typeof patchTeam>> & { id: string };

/** To be called after a schema's teams or keys have changed: requests and the viewer's permissions change with them. */
export const refreshSharing = (client: QueryClient, schema: string): Promise<unknown> =>
  Promise.all(
    [sharingKey, schemaQueries.one(schema).queryKey].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
