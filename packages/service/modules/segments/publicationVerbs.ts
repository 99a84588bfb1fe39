/** What publishing a manifest amounts to decides which verb an API token needs for it. */
import type { TokenVerb } from '@cloakroom/contract/tokenVerbs.ts';
import { requireTokenVerb } from '@cloakroom/server-kit/apiTokens.ts';
import type { Caller } from '../apiTokens/scope.ts';
import { recordCount } from './manifestDiff.ts';
import type { Published } from './publish.ts';
import { sizeOf } from './spans.ts';

/**
 * Requires `delete` of a token if records are no longer published, and `write` if others are from now on or have a new version. Call it in the
 * transaction of the publication.
 * @throws {HttpProblem} 403.
 */
export function requirePublicationVerbs(
  { token }: Caller,
  { before, present, published, removed, changed }: Published,
): void {
  if (!token || !published) return;
  const removedRecords = sizeOf(removed);
  const addedRecords = recordCount(present) - recordCount(before) + removedRecords;
  const needed: TokenVerb[] = [
    ...(removedRecords > 0 ? (['delete'] as const) : []),
    ...(addedRecords + changed.length > 0 ? (['write'] as const) : []),
  ];
  for (const verb of needed) requireTokenVerb({ tokenVerbs: [verb] }, token);
}
