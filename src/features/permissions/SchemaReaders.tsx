/** Fetches and shows who can read a schema's records. Renders nothing while loading. */
import { useMemo } from 'react';
import { fieldNamesOf, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { useTeamsAndGrants } from './queries.ts';
import { teamsOf } from './teamsOf.ts';
import { WhoCanRead } from './WhoCanRead.tsx';

export function SchemaReaders({ schema, definition }: { schema: string; definition: JsonSchema }) {
  const [teams, grants] = useTeamsAndGrants(schema);
  const fields = useMemo(() => fieldNamesOf(definition), [definition]);
  if (!teams.data || !grants.data) return null;
  return <WhoCanRead teams={teamsOf(teams.data.items, grants.data)} fields={fields} />;
}
