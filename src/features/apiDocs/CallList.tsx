/** The calls of the API in groups, filtered by a search text. */
import { useMemo, useState } from 'react';
import type { ApiDescription } from '@cloakroom/contract/apiDescription.ts';
import { callsOf, findCalls, groupsOf } from './apiCalls.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { FindField } from '#src/ui/form/FindField.tsx';
import { Stack } from '#src/ui/layout.ts';
import { CallDetails } from './CallDetails.tsx';

export function CallList({ description }: { description: ApiDescription }) {
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
