/** Limits of a field's values besides its type: the supported keywords of JSON Schema, and why others are unsupported. */
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
/** An unsupported keyword, and the reason as a sentence without its full stop. */
export type UnsupportedKeyword = { keyword: string; reason: string };
type Limits<Of> = { supported: Of; unsupported: UnsupportedKeyword[] };

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const present = (property: Property, keywords: readonly string[]): string[] =>
  keywords.filter((keyword) => property[keyword] !== undefined);

/** The limits of a string. Its `const` is a list of one allowed value, its `format` a limit if it is supported. */
export function textLimitsOf(property: Property): Limits<TextLimits & { const?: string }> {
  const supported: TextLimits & { const?: string } = {};
  const unsupported: UnsupportedKeyword[] = present(property, [...boundKeywords, ...numberKeywords]).map(
    (keyword) => ({
      keyword,
      reason: `"${keyword}" applies to numbers only`,
    }),
  );
  for (const keyword of ['minLength', 'maxLength'] as const) {
    const value = property[keyword];
    if (isNumber(value) && Number.isInteger(value) && value >= 0) supported[keyword] = value;
    else if (value !== undefined)
      unsupported.push({ keyword, reason: `"${keyword}" must be a whole number from 0` });
  }
  const { pattern, const: only, format } = property;
  const fault = pattern === undefined ? null : patternFault(pattern);
  if (fault !== null) unsupported.push({ keyword: 'pattern', reason: `"pattern" ${fault}` });
  else if (typeof pattern === 'string') supported.pattern = pattern;
  if (typeof only === 'string') supported.const = only;
  else if (only !== undefined)
    unsupported.push({ keyword: 'const', reason: '"const" of a string must be a string' });
  if (typeof format === 'string' && isUnsupportedFormat(format))
    unsupported.push({ keyword: 'format', reason: `the format "${format}" is not supported` });
  return { supported, unsupported };
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

/** The limits of a number besides its bounds and decimals. */
export function numberLimitsOf(property: Property): Limits<NumberLimits> {
  const supported: NumberLimits = {};
  const unsupported: UnsupportedKeyword[] = present(property, textKeywords).map((keyword) => ({
    keyword,
    reason: `"${keyword}" applies to strings only`,
  }));
  for (const keyword of [...numberKeywords, 'const'] as const) {
    const value = property[keyword];
    if (isNumber(value) && (keyword !== 'multipleOf' || value > 0)) supported[keyword] = value;
    else if (value !== undefined)
      unsupported.push({
        keyword,
        reason: `"${keyword}" must be a number${keyword === 'multipleOf' ? ' above 0' : ''}`,
      });
  }
  const { format } = property;
  if (typeof format === 'string' && (isSupportedFormat(format) || isUnsupportedFormat(format)))
    unsupported.push({ keyword: 'format', reason: `the format "${format}" applies to strings only` });
  return { supported, unsupported };
}

/** Unsupported keywords at the root: they would limit whole records. */
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
