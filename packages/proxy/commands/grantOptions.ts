/** Options that say which values a team may read, and whether it may store records. */
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import type { Grant } from '@cloakroom/contract/grants.ts';
import { isSet, valuesOf, type CommandArguments } from './command.ts';
import { UsageError } from './usageError.ts';

export const grantOptions = {
  field: { type: 'string', multiple: true },
  'all-fields': { type: 'boolean' },
  'create-records': { type: 'boolean' },
} as const;
export const grantUsage = '[--field <name> … or --all-fields] [--create-records]';

/** The keys that the options name: that of each field, and the query key, which every team has; null for all of them. */
export function grantedKeys(args: CommandArguments): Grant['field_names'] {
  const fields = valuesOf(args, 'field');
  if (!isSet(args, 'all-fields')) return keysOf(fields);
  if (fields.length > 0) throw new UsageError('Give --field or --all-fields, not both.');
  return null;
}

export const keysOf = (fields: readonly string[]): Record<string, true> =>
  Object.fromEntries([queryKeyName, ...fields].map((name) => [name, true as const]));

/** Whether two grants open the same keys. */
export const sameKeys = (one: Grant['field_names'], other: Grant['field_names']): boolean =>
  one === null || other === null
    ? one === other
    : JSON.stringify(Object.keys(one).sort()) === JSON.stringify(Object.keys(other).sort());
