/** /api-docs */
import { useMemo, useState } from 'react';
import styled from 'styled-components';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiDescription, getApiDescription } from '@cloakroom/contract/apiDescription.ts';
import { call } from '#src/shared/http/call.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { FindField } from '#src/ui/form/FindField.tsx';
import { PlainList, Row, Stack } from '#src/ui/layout.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { callsOf, findCalls, groupsOf, groupTitle } from './apiCalls.ts';
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

const anchorOf = (group: string) => `calls-${group}`;

/* Below the bar that stays at the top of a phone. */
const Group = styled(Stack)`
  scroll-margin-block-start: ${token.space.xxl};
`;
const Links = styled(PlainList)`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s};
  a {
    display: flex;
    gap: ${token.space.s};
    align-items: center;
    min-block-size: ${token.control.s};
    padding-inline: ${token.space.sm};
    font-size: ${token.size.s};
    color: ${token.color.text};
    text-decoration: none;
    background: ${token.color.surface};
    border: 1px solid ${token.color.border};
    border-radius: ${token.radius.pill};
  }
  a:hover {
    color: ${token.color.onPrimarySoft};
    background: ${token.color.primarySoft};
  }
  /* One line on phones, where the groups would fill the screen. */
  ${screen.phone} {
    flex-wrap: nowrap;
    padding-block: ${token.space.xs};
    overflow-x: auto;
    a {
      white-space: nowrap;
    }
  }
`;

/** Links to the groups of calls. */
const GroupLinks = ({ groups }: { groups: ReturnType<typeof groupsOf> }) => (
  <nav aria-label="Groups of calls">
    <Links>
      {groups.map(([group]) => (
        <li key={group}>
          <a href={`#${anchorOf(group)}`}>{groupTitle(group)}</a>
        </li>
      ))}
    </Links>
  </nav>
);

/** The calls of the API in groups, filtered by a search text. */
function CallList({ description }: { description: ApiDescription }) {
  const [searchText, setSearchText] = useState('');
  const calls = useMemo(() => callsOf(description), [description]);
  const found = findCalls(calls, searchText);
  const groups = groupsOf(found);
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
      {groups.length > 1 && <GroupLinks groups={groups} />}
      {groups.map(([group, members]) => (
        <Group key={group} $gap="s" id={anchorOf(group)}>
          <Row>
            <h2>{groupTitle(group)}</h2>
            <Badge>{members.length}</Badge>
          </Row>
          {members.map((call) => (
            <CallDetails key={call.id} call={call} />
          ))}
        </Group>
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
