/** Converts keys of an index to another definition of their field: steps from a lower minimum, or with more decimals. */
import { decimalOf, unitsAt } from '@cloakroom/contract/decimal.ts';
import type { Field, NumberField } from '@cloakroom/contract/fields.ts';
import { keyLimit } from '../format.ts';

/**
 * Converts a column of keys to another definition. Strings have the same keys under every definition. The column is changed in place.
 * @param column - a key for each record, NaN if it has none.
 * @throws {RangeError} if a key would not be below 2^53, or the definitions differ in more than that.
 */
export function convertedColumn(column: Float64Array, from: Field, to: Field): Float64Array {
  const isSameKind = (from.type === 'string') === (to.type === 'string');
  if (!isSameKind || from.name !== to.name) throw conversionRefused(from);
  if (from.type === 'string' || to.type === 'string') return column;
  const { factor, offset } = stepChange(from, to);
  if (factor === 1 && offset === 0) return column;
  for (const [ordinal, key] of column.entries()) {
    if (Number.isNaN(key)) continue;
    const converted = key * factor + offset;
    // Below 2^53 the product and the sum are exact.
    if (converted >= keyLimit) throw conversionRefused(from);
    column[ordinal] = converted;
  }
  return column;
}

/** A step `q` becomes `q · factor + offset`. */
function stepChange(from: NumberField, to: NumberField): { factor: number; offset: number } {
  const decimals = to.precision - from.precision;
  if (decimals < 0) throw conversionRefused(from);
  const [was, is] = [from, to].map(({ minimum }) => unitsAt(decimalOf(minimum), to.precision));
  const offset = was!.units - is!.units;
  if (!was!.exact || !is!.exact || offset < 0n || offset >= BigInt(keyLimit)) throw conversionRefused(from);
  return { factor: 10 ** decimals, offset: Number(offset) };
}

const conversionRefused = ({ name }: Field) =>
  new RangeError(`The index of "${name}" cannot be converted to the new definition.`);
