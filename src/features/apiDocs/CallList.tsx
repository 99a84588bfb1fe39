/** Every call of the API, by what it is about; narrowed by words. */
import { useMemo, useState } from 'react';
import type { ApiDescription } from '@cloakroom/contract/apiDescription.ts';
import { callsOf, findCalls, groupsOf } from './apiCalls.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { FindField } from '#src/ui/form/FindField.tsx';
import { Stack } from '#src/ui/layout.ts';
import { CallDetails } from './CallDetails.tsx';

export function CallList({ description }: { description: ApiDescription }) {
  const [words, setWords] = useState('');
  const calls = useMemo(() => callsOf(description), [description]);
  const found = findCalls(calls, words);
  return (
    <Stack $gap="l">
      <FindField
        label="Find a call"
        value={words}
        onChange={setWords}
        found={found.length}
        total={calls.length}
      />
      {found.length === 0 && (
        <EmptyState icon="search" title="No call has these words">
          Search for a path, a method or a word of a summary.
        </EmptyState>
      )}
      {groupsOf(found).map(([group, those]) => (
        <Stack key={group} $gap="s">
          <h2>{group}</h2>
          {those.map((call) => (
            <CallDetails key={call.id} call={call} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}
