/** API tokens of the user. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  createApiToken,
  listApiTokens,
  revokeApiToken,
  type NewApiToken,
} from '@cloakroom/contract/apiTokens.ts';
import { call, list } from '#src/shared/http/call.ts';

/** A person has at most so many in one organization; more are not shown. */
const maxTokens = 1000;

const tokensQuery = () =>
  queryOptions({
    queryKey: ['apiTokens'] as const,
    queryFn: ({ signal }) => list(listApiTokens, { query: { limit: maxTokens }, signal }),
  });

export const useApiTokens = () => useQuery(tokensQuery());

/** Creates a token. Not a mutation of the query client, whose cache would hold the secret. */
export function useCreateApiToken() {
  const client = useQueryClient();
  return async (body: z.input<typeof createApiToken.body>): Promise<NewApiToken> => {
    const made = await call(createApiToken, { body });
    await client.invalidateQueries({ queryKey: tokensQuery().queryKey });
    return made;
  };
}

/** Revokes a token. */
export function useRevokeApiToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(revokeApiToken, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery().queryKey }),
  });
}
