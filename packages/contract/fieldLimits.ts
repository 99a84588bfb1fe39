/** Limits of a field's values beside its type: which of JSON Schema's keywords are kept, and why others are not. */
import { isSupportedFormat, isUnsupportedFormat } from './formats.ts';
import { compilePattern, PatternRefused } from './pattern.ts';

/** Lengths count Unicode code points. */
export type TextLimits = { minLength?: number; maxLength?: number; pattern?: string };
export type NumberLimits = {
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  const?: number;
};

const textKeywords = ['minLength', 'maxLength', 'pattern'] as const;
const numberKeywords = ['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;
const boundKeywords = ['minimum', 'maximum', 'precision'] as const;

type Property = Readonly<Record<string, unknown>>;
/** A keyword that is not kept, and the reason as a sentence without its end. */
export type UnsupportedKeyword = { keyword: string; reason: string };
type Limits<Of> = { supported: Of; unsupported: UnsupportedKeyword[] };

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const present = (property: Property, keywords: readonly string[]): string[] =>
  keywords.filter((keyword) => property[keyword] !== undefined);

/** The limits of a string. Its `const` is a list of one allowed value, its `format` a limit where the format is known. */
export function textLimitsOf(property: Property): Limits<TextLimits & { const?: string }> {
  const kept: TextLimits & { const?: string } = {};
  const unkept: UnsupportedKeyword[] = present(property, [...boundKeywords, ...numberKeywords]).map(
    (keyword) => ({
      keyword,
      reason: `"${keyword}" applies to numbers only`,
    }),
  );
  for (const keyword of ['minLength', 'maxLength'] as const) {
    const value = property[keyword];
    if (isNumber(value) && Number.isInteger(value) && value >= 0) kept[keyword] = value;
    else if (value !== undefined)
      unkept.push({ keyword, reason: `"${keyword}" must be a whole number from 0` });
  }
  const { pattern, const: only, format } = property;
  const fault = pattern === undefined ? null : patternFault(pattern);
  if (fault !== null) unkept.push({ keyword: 'pattern', reason: `"pattern" ${fault}` });
  else if (typeof pattern === 'string') kept.pattern = pattern;
  if (typeof only === 'string') kept.const = only;
  else if (only !== undefined)
    unkept.push({ keyword: 'const', reason: '"const" of a string must be a string' });
  if (typeof format === 'string' && isUnsupportedFormat(format))
    unkept.push({ keyword: 'format', reason: `the format "${format}" is not supported` });
  return { supported: kept, unsupported: unkept };
}

function patternFault(pattern: unknown): string | null {
  if (typeof pattern !== 'string') return 'must be a string';
  try {
    compilePattern(pattern);
    return null;
  } catch (error) {
    if (error instanceof PatternRefused) return error.message;
    throw error;
  }
}

/** The limits of a number beside its bounds and decimals. */
export function numberLimitsOf(property: Property): Limits<NumberLimits> {
  const kept: NumberLimits = {};
  const unkept: UnsupportedKeyword[] = present(property, textKeywords).map((keyword) => ({
    keyword,
    reason: `"${keyword}" applies to strings only`,
  }));
  for (const keyword of [...numberKeywords, 'const'] as const) {
    const value = property[keyword];
    if (isNumber(value) && (keyword !== 'multipleOf' || value > 0)) kept[keyword] = value;
    else if (value !== undefined)
      unkept.push({
        keyword,
        reason: `"${keyword}" must be a number${keyword === 'multipleOf' ? ' above 0' : ''}`,
      });
  }
  const { format } = property;
  if (typeof format === 'string' && (isSupportedFormat(format) || isUnsupportedFormat(format)))
    unkept.push({ keyword: 'format', reason: `the format "${format}" applies to strings only` });
  return { supported: kept, unsupported: unkept };
}

/** Keywords of the root that would limit whole records. */
export const unsupportedAtRoot = [
  'const',
  'enum',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'unevaluatedProperties',
];
