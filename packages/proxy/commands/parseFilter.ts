/** `--filter 'age>=30'`: a filter as one writes it in a shell. */
import type { Filter } from '@cloakroom/contract/records.ts';
import { UsageError } from './usageError.ts';

const operator = /^(>=|<=|=|>|<)/;

/**
 * Read one filter: a field's name, then `=`, `>`, `>=`, `<` or `<=`, then the value. After `=` the value may be a range
 * (`30~40`) or an aggregate (`sum(>5)`), as everywhere in the API.
 * @param fields - the schema's; the longest name that fits is meant, since names may hold signs too.
 * @throws {UsageError} when it begins with no field of the schema.
 */
export function parseFilter(written: string, fields: readonly string[]): Filter {
  const label = fields
    .filter((field) => written.startsWith(field) && operator.test(written.slice(field.length)))
    .sort((one, other) => other.length - one.length)[0];
  if (label === undefined)
    throw new UsageError(
      `"${written}" is no filter: write a field, one of = > >= < <=, and a value. The fields are ${fields.join(', ')}.`,
    );
  const rest = written.slice(label.length);
  return { label, value: rest.startsWith('=') ? rest.slice(1) : rest };
}
