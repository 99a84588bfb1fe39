/** Finds the fields of columns whose names are similar: `Zip Code` and `zip_code`, `zip` and `zip_code`. */

/** Lower case, without spaces and punctuation. */
const normalized = (name: string): string => wordsOf(name).join('');

/** `zipCode`, `ZIP code` and `zip_code` have the words `zip` and `code`. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const isSame = (one: string, other: string): boolean =>
  normalized(one) !== '' && normalized(one) === normalized(other);

/** Whether all words of one name are in the other. */
function isContained(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const [fewerWords, moreWords] = first.length < second.length ? [first, second] : [second, first];
  return fewerWords.length > 0 && fewerWords.every((word) => moreWords.includes(word));
}

/**
 * Assigns columns without a field to fields without a column: first those with the same letters and digits, then those where one
 * name has all words of the other. A column or field that is similar to several is not assigned.
 * @param assigned - the field by column: null to leave the column out, undefined if no field is known yet.
 */
export function matchColumns(
  columns: readonly string[],
  fields: readonly string[],
  assigned: readonly (string | null | undefined)[],
): (string | null | undefined)[] {
  return [isSame, isContained].reduce<(string | null | undefined)[]>(
    (known, isSimilar) => {
      const freeFields = fields.filter((field) => !known.includes(field));
      const freeColumns = columns.filter((_, column) => known[column] === undefined);
      return known.map((field, column) => {
        if (field !== undefined) return field;
        const name = columns[column]!;
        const [found, ...others] = freeFields.filter((candidate) => isSimilar(name, candidate));
        const isOnly = found !== undefined && others.length === 0;
        return isOnly && freeColumns.filter((candidate) => isSimilar(candidate, found)).length === 1
          ? found
          : undefined;
      });
    },
    [...assigned],
  );
}
