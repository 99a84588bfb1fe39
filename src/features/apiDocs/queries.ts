/** The OpenAPI description of the API. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getApiDescription } from '@cloakroom/contract/apiDescription.ts';
import { call } from '#src/shared/http/call.ts';

const descriptionQuery = () =>
  queryOptions({
    queryKey: ['api description'] as const,
    queryFn: ({ signal }) => call(getApiDescription, { signal }),
    staleTime: Infinity,
  });

export const useApiDescription = () => useQuery(descriptionQuery());
