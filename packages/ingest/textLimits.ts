/** Limits of text fields besides a list of values: lengths, patterns, formats. */
import { allowedSteps } from '@cloakroom/contract/allowedSteps.ts';
import type { Field, StringField } from '@cloakroom/contract/fields.ts';
import { isSupportedFormat, supportedFormats } from '@cloakroom/contract/formats.ts';
import { quoteExcerpt } from './draft.ts';
import { formatChecks } from './formats.ts';
import { limits } from './limits.ts';
import { patternMatcher } from './patternMatcher.ts';

/** Returns the problem of a value, or null. */
type Fault = (text: string) => string | null;

/** Makes a validator of a field's limits; null if it has none. */
export function textFault(field: StringField): Fault | null {
  const faults = [lengthFault(field), patternFault(field), formatFault(field)].filter(
    (fault) => fault !== null,
  );
  const [only, ...more] = faults;
  if (!only) return null;
  if (more.length === 0) return only;
  return (text) => {
    for (const fault of faults) {
      const found = fault(text);
      if (found !== null) return found;
    }
    return null;
  };
}

/** Whether a DFA can validate the bytes of a field's values. */
export function isRegular(field: Field): boolean {
  if (field.type !== 'string') return allowedSteps(field).multiple === 1n;
  const { pattern, format } = field;
  return !hasLength(field) && pattern === undefined && !(format !== undefined && isSupportedFormat(format));
}

/** Whether a field's limits forbid empty text. */
export const refusesEmpty = (field: StringField): boolean =>
  (field.enum !== undefined && !field.enum.includes('')) || (textFault(field)?.('') ?? null) !== null;

const hasLength = ({ minLength = 0, maxLength = Infinity }: StringField): boolean =>
  minLength > 0 || maxLength < limits.fieldBytes;

const characters = (count: number): string => `${count} ${count === 1 ? 'character' : 'characters'}`;

/** Counts code points only if the number of code units, up to twice as many, doesn't decide. */
function lengthFault(field: StringField): Fault | null {
  if (!hasLength(field)) return null;
  const { minLength = 0, maxLength = Infinity } = field;
  return (text) => {
    if (text.length >= 2 * minLength && text.length <= maxLength) return null;
    const count = codePoints(text);
    if (count < minLength)
      return `${quoteExcerpt(text)} must have at least ${characters(minLength)}, has ${count}.`;
    return count > maxLength
      ? `${quoteExcerpt(text)} must have at most ${characters(maxLength)}, has ${count}.`
      : null;
  };
}

function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code < 0xdc00) count--;
  }
  return count;
}

function patternFault({ pattern }: StringField): Fault | null {
  if (pattern === undefined) return null;
  const matches = patternMatcher(pattern);
  return (text) => (matches(text) ? null : `${quoteExcerpt(text)} does not match the pattern ${pattern}`);
}

function formatFault({ format }: StringField): Fault | null {
  if (format === undefined || !isSupportedFormat(format)) return null;
  const [matches, description] = [formatChecks[format], supportedFormats[format]];
  return (text) => (matches(text) ? null : `${quoteExcerpt(text)} is not ${description}.`);
}
