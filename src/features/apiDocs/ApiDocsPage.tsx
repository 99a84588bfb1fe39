/** /api-docs */
import { useMemo, useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiDescription, getApiDescription } from '@cloakroom/contract/apiDescription.ts';
import { call } from '#src/shared/http/call.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { FindField } from '#src/ui/form/FindField.tsx';
import { Stack } from '#src/ui/layout.ts';
import { callsOf, findCalls, groupsOf } from './apiCalls.ts';
import { CallDetails } from './CallDetails.tsx';

export function ApiDocsPage() {
  const description = useApiDescription();
  return (
    <Page
      title="API Docs"
      subtitle="Every call. Sign in with HTTP Basic, with a token from /api/token/, or with a session."
      actions={
        <LinkButton icon="download" href="/api/schema/" download="openapi.json">
          OpenAPI
        </LinkButton>
      }
    >
      <Loaded from={description} label="Loading the description" failed="Error fetching the description">
        {(found) => <CallList description={found} />}
      </Loaded>
    </Page>
  );
}

/** The calls of the API in groups, filtered by a search text. */
function CallList({ description }: { description: ApiDescription }) {
  const [searchText, setSearchText] = useState('');
  const calls = useMemo(() => callsOf(description), [description]);
  const found = findCalls(calls, searchText);
  return (
    <Stack $gap="l">
      <FindField
        label="Find a call"
        value={searchText}
        onChange={setSearchText}
        found={found.length}
        total={calls.length}
      />
      {found.length === 0 && (
        <EmptyState icon="search" title="No call matches">
          Search for a path, a method or a word of a summary.
        </EmptyState>
      )}
      {groupsOf(found).map(([group, members]) => (
        <Stack key={group} $gap="s">
          <h2>{group}</h2>
          {members.map((call) => (
            <CallDetails key={call.id} call={call} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

const descriptionQuery = () =>
  queryOptions({
    queryKey: ['api description'] as const,
    queryFn: ({ signal }) => call(getApiDescription, { signal }),
    staleTime: Infinity,
  });

const useApiDescription = () => useQuery(descriptionQuery());
