/** Reads the state that a call for groups of records needs before it reads them, in one statement. */
import { sql } from 'drizzle-orm';
import { recordsPerGroup, type RecordRange, type UploadOrigin } from '@cloakroom/contract/segments.ts';
import { memoizedQuery } from '../../db/prepared.ts';
import type { Caller } from '../apiTokens/scope.ts';
import { requireId } from '../ids.ts';
import { schemaForUser, searchable, stateOf, type SchemaState } from '../schemas/policy.ts';
import { ensurePublished, type PublishedSource } from '../segments/publishedRecords.ts';
import { askedValues, rangesAmong, spansAmong, type FoundJson } from '../segments/publishedRanges.ts';
import type { Spans } from '../segments/spans.ts';
import type { GroupKey } from '../../store/segmentStore.ts';

export type GroupState = {
  state: SchemaState;
  /** The published records around the groups. */
  published: Spans;
  /** The origins of the groups' uploads, by id in hex. */
  origins: Record<string, UploadOrigin>;
};

const groupStateQuery = memoizedQuery((queries) =>
  schemaForUser(
    queries,
    sql<FoundJson[] | null>`(select json_agg(found) from (${rangesAmong({
      schema: sql.placeholder('id'),
      uploads: sql.placeholder('uploads'),
      firsts: sql.placeholder('firsts'),
      ends: sql.placeholder('ends'),
    })}) as found)`,
  ).prepare('group_state'),
);

/**
 * The state of a schema, and its published records of some groups, for a user who may search it. A schema that an earlier version of
 * the program has written gets its table of published ranges first.
 * @throws {HttpProblem} 404 for non-members, 403 for members without a team.
 */
export async function requireGroups(
  { database, store }: PublishedSource,
  user: Caller,
  { schema, groups }: { schema: string; groups: readonly GroupKey[] },
): Promise<GroupState> {
  const requested = groups.map(([upload, group]): RecordRange => {
    return { upload, first: group * recordsPerGroup, count: recordsPerGroup };
  });
  const values = { ...askedValues(schema, requested), id: requireId(schema, 'Schema'), user: user.id };
  let rows = await groupStateQuery(database).execute(values);
  const state = searchable(stateOf(user, rows));
  if (requested.length > 0 && !rows[0]?.found?.[0]?.current) {
    await ensurePublished(database, schema, store.parts);
    rows = await groupStateQuery(database).execute(values);
  }
  const found = rows[0]?.found ?? [];
  const origins: GroupState['origins'] = {};
  for (const { place, owner, created } of found)
    if (owner !== null)
      origins[requested[Number(place) - 1]!.upload] ??= { owner, created: new Date(created).toISOString() };
  return { state, published: spansAmong(requested, found), origins };
}
