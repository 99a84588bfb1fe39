/** Parses `--filter 'age>=30'`. */
import type { Filter } from '@cloakroom/contract/records.ts';
import { UsageError } from './usageError.ts';

const operator = /^(>=|<=|=|>|<)/;

/**
 * Parses one filter: a field's name, then `=`, `>`, `>=`, `<` or `<=`, then the value. After `=` the value may be a range
 * (`30~40`) or an aggregate (`sum(>5)`), as everywhere in the API.
 * @param fields - the schema's; the longest matching name is used, since names may contain operators.
 * @throws {UsageError} if it doesn't begin with a field of the schema and an operator.
 */
export function parseFilter(text: string, fields: readonly string[]): Filter {
  const label = fields
    .filter((field) => text.startsWith(field) && operator.test(text.slice(field.length)))
    .sort((one, other) => other.length - one.length)[0];
  if (label === undefined)
    throw new UsageError(
      `"${text}" is not a filter: write a field, one of = > >= < <=, and a value. The fields are ${fields.join(', ')}.`,
    );
  const rest = text.slice(label.length);
  return { label, value: rest.startsWith('=') ? rest.slice(1) : rest };
}
