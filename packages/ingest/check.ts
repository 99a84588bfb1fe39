/** Validates a draft against the schema: gives values ready to seal, or every problem. */
import type { Field, StringField } from '@cloakroom/contract/fields.ts';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import { rowLabel, quoteExcerpt, excerpt, type Draft, type RawValue } from './draft.ts';
import type { Format } from './format.ts';
import { textFault } from './textLimits.ts';
import { numberReader, type NumberReader, type NumberValue } from './number.ts';

export type Value = { type: 's'; text: string } | NumberValue;

/** A valid row: one value for each field, in the fields' order, undefined if absent. */
export type CheckedRecord = { row: number; values: (Value | undefined)[] };

export type RecordCheck = (draft: Draft) => CheckedRecord | RowProblem[];

type FieldCheck = (raw: RawValue | undefined) => Value | undefined | string;

/**
 * Makes a validator of records. Types are exact: text is not a number, and a number is not text.
 * The validator returns values in the order of `fields`, or a problem for each invalid field.
 */
export function recordCheck(fields: readonly Field[], format: Format): RecordCheck {
  const checks = fields.map(fieldCheck);
  return (draft) => {
    const { row } = draft;
    let problems: RowProblem[] | null = draft.problems.length > 0 ? [...draft.problems] : null;
    const values = new Array<Value | undefined>(fields.length);
    for (let i = 0; draft.values && i < checks.length; i++) {
      const raw = draft.values.value(i);
      const value = checks[i]!(raw);
      if (typeof value !== 'string') values[i] = value;
      else (problems ??= []).push(problemOf(rowLabel(format, row), fields[i]!.name, raw, value));
    }
    return problems ?? { row, values };
  };
}

function problemOf(row: string, field: string, raw: RawValue | undefined, fault: string): RowProblem {
  const value = raw && 'text' in raw ? { value: excerpt(raw.text) } : {};
  return { row, field, ...value, message: `${field}: ${fault}` };
}

/** Makes a validator of one field: it returns the value ready to seal, or a sentence that says what is wrong with it. */
export function fieldCheck(field: Field): FieldCheck {
  const checkPresent = field.type === 'string' ? textCheck(field) : numberCheck(numberReader(field));
  return (raw) => {
    if (raw === undefined) return field.required ? 'required, but missing.' : undefined;
    if (raw.type === 'other') return `${raw.what} is neither text nor a number.`;
    return checkPresent(raw);
  };
}

type PresentValue = Exclude<RawValue, { type: 'other' }>;

function textCheck(field: StringField): (raw: PresentValue) => Value | string {
  const allowed = field.enum && new Set(field.enum);
  const faultOf = textFault(field);
  return (raw) => {
    if (raw.type === 'n') return `${excerpt(raw.text)} is a number, not text.`;
    if (allowed && !allowed.has(raw.text))
      return `${quoteExcerpt(raw.text)} is not one of the allowed values: ${listValues(allowed)}.`;
    if (!isWellFormed(raw.text)) return 'holds half of a character, which no file can keep.';
    return faultOf?.(raw.text) ?? raw;
  };
}

const numberCheck =
  (read: NumberReader) =>
  (raw: PresentValue): Value | string =>
    raw.type === 'n' ? read(raw.text) : `${quoteExcerpt(raw.text)} is text, not a number.`;

function listValues(allowed: ReadonlySet<string>): string {
  const first = [...allowed].slice(0, 5).map(quoteExcerpt).join(', ');
  return allowed.size > 5 ? `${first} and ${allowed.size - 5} more` : first;
}

/** Whether a string has no lone surrogates, which JSON escapes can produce and UTF-8 cannot encode. */
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed();
