/** Describes the differences between two definitions of a schema. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { canonicalJson } from '@cloakroom/wire/canonicalJson.ts';
import { digestedKeywords } from './digest.ts';

/** Differences that are listed one by one. */
const maxListed = 4;

const keywordNames: Record<string, string> = {
  type: 'type',
  minimum: 'minimum',
  maximum: 'maximum',
  precision: 'precision',
  enum: 'list of allowed values',
};

/** Clauses without capital and full stop, such as `the minimum of "dose" was 0 and is now −5`; empty if nothing differs. */
export function differencesBetween(before: readonly Field[], now: readonly Field[]): string[] {
  const [known, shown] = [byName(before), byName(now)];
  const names = [...new Set([...known.keys(), ...shown.keys()])].sort();
  return names.flatMap((name) => {
    const [one, other] = [known.get(name), shown.get(name)];
    if (!other) return [`the field "${name}" is gone`];
    if (!one) return [`the field "${name}" is new`];
    const keywords = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return keywords.flatMap((keyword) => {
      const [was, is] = [one[keyword], other[keyword]];
      if (canonicalJson(was ?? null) === canonicalJson(is ?? null)) return [];
      return [
        `the ${keywordNames[keyword] ?? `"${keyword}"`} of "${name}" was ${textOf(was)} and is now ${textOf(is)}`,
      ];
    });
  });
}

/** Joins differences to one clause. */
export function listDifferences(differences: readonly string[]): string {
  const rest = differences.length - maxListed;
  const named = differences.slice(0, maxListed).join('; ');
  return rest > 0 ? `${named}; and ${rest} more` : named;
}

const byName = (fields: readonly Field[]) =>
  new Map(fields.map((field) => [field.name, digestedKeywords(field)] as const));

function textOf(value: unknown): string {
  if (value === undefined) return 'not set';
  if (typeof value === 'number') return String(value).replace('-', '−');
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
