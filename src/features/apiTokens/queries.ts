/** API tokens of the user, and for admins those of an organization. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  createApiToken,
  listApiTokens,
  revokeApiToken,
  type NewApiToken,
} from '@cloakroom/contract/apiTokens.ts';
import { call, list } from '#src/shared/http/call.ts';
import type { ListRange } from '#src/shared/listPages.ts';

/** The limit of tokens per person and organization; more are not shown. */
const maxTokens = 1000;

const allTokens = ['apiTokens'] as const;

const tokensQuery = () =>
  queryOptions({
    queryKey: [...allTokens, 'own'] as const,
    queryFn: ({ signal }) => list(listApiTokens, { query: { limit: maxTokens }, signal }),
  });

const tokensOfQuery = (organization: string, page: ListRange) =>
  queryOptions({
    queryKey: [...allTokens, organization, page] as const,
    queryFn: ({ signal }) =>
      list(listApiTokens, { query: { organization, expand: 'user', ...page }, signal }),
    // Keeps the previous page until the next one is loaded, but never another organization's.
    placeholderData: (previous, query) => (query?.queryKey[1] === organization ? previous : undefined),
  });

export const useApiTokens = () => useQuery(tokensQuery());

/** A page of the tokens of an organization's users. */
export const useTokensOf = (organization: string, page: ListRange) =>
  useQuery(tokensOfQuery(organization, page));

/** Creates a token. Not a mutation of the query client, whose cache would contain the secret. */
export function useCreateApiToken() {
  const client = useQueryClient();
  return async (body: z.input<typeof createApiToken.body>): Promise<NewApiToken> => {
    const token = await call(createApiToken, { body });
    await client.invalidateQueries({ queryKey: allTokens });
    return token;
  };
}

/** Revokes a token. */
export function useRevokeApiToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(revokeApiToken, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: allTokens }),
  });
}
