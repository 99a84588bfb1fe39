/** Who may do what with a schema's records, and who could be given it. */
import {
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { listGrants } from '@cloakroom/contract/grants.ts';
import { listOrganizationUsers } from '@cloakroom/contract/organizations.ts';
import { listRecords } from '@cloakroom/contract/records.ts';
import { rotateKeys } from '@cloakroom/contract/schemas.ts';
import { listSchemaTeams } from '@cloakroom/contract/teams.ts';
import { call } from '#src/shared/http/call.ts';
import { everyPage, longestPage } from '#src/shared/http/everyPage.ts';
import { list } from '#src/shared/http/list.ts';
import { organizationQueries } from '#src/features/organizations/index.ts';
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
  /** Which keys each of a schema's teams holds. */
  grants: (schema: string) =>
    queryOptions({
      queryKey: [...schemaQueries.all, 'one', schema, 'grants'] as const,
      queryFn: ({ signal }) => call(listGrants, { params: { id: schema }, signal }),
      persister: sealedPersister,
    }),
  /** Everybody in an organization. @param receivers - only those who can receive keys. */
  everybody: (organization: string, receivers: boolean) =>
    queryOptions({
      queryKey: [...organizationQueries.people(organization), receivers ? 'receivers' : 'everybody'] as const,
      queryFn: async ({ signal }) => {
        const query = {
          expand: 'user',
          limit: longestPage,
          ...(receivers && { has_identity: 'true' as const }),
        };
        const params = { id: organization };
        const { items } = await everyPage((offset) =>
          list(listOrganizationUsers, { params, query: { ...query, offset }, signal }),
        );
        return items;
      },
      persister: sealedPersister,
    }),
  /** How many records a schema has; those alone are told who may search them. */
  count: (schema: string) =>
    queryOptions({
      queryKey: [...recordQueries.of(schema), 'count'] as const,
      queryFn: async ({ signal }) => {
        const counted = await call(listRecords, { query: { schema, count_only: 'true' }, signal });
        return 'count' in counted ? counted.count : counted.length;
      },
    }),
};

/** A schema's teams, and what their grants say. */
export const useTeamsAndGrants = (schema: string) =>
  useQueries({ queries: [permissionQueries.teams(schema), permissionQueries.grants(schema)] });

export const useMembersAndReceivers = (organization: string) =>
  useQueries({
    queries: [
      permissionQueries.everybody(organization, false),
      permissionQueries.everybody(organization, true),
    ],
  });

/** Undefined until it is known, and for those who aren't told. */
export const useRecordCount = (schema: string, told: boolean) =>
  useQuery({ ...permissionQueries.count(schema), enabled: told }).data;

/** Gives a schema new keys: they change the schema, and what is asked for. */
export function useRenewKeys(schema: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(rotateKeys, { params: { id: schema } }),
    onSettled: () => refreshSharing(client, schema),
  });
}

/** Call after the teams of a schema or its keys were changed: who asks for keys is different, and what the viewer may do. */
export const refreshSharing = (client: QueryClient, schema: string): Promise<unknown> =>
  Promise.all(
    [sharingKey, schemaQueries.one(schema).queryKey].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
