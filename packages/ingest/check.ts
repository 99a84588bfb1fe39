/** A draft held against the schema's rules: values ready to seal, or every reason why not. */
import type { Field, StringField } from '@cloakroom/contract/fields.ts';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import { rowLabel, shown, shownPlain, type Draft, type RawValue } from './draft.ts';
import type { Format } from './format.ts';
import { textFault } from './textLimits.ts';
import { numberReader, type NumberReader, type NumberValue } from './number.ts';

export type Value = { type: 's'; text: string } | NumberValue;

/** A good row: one value for each field, in the fields' order, undefined where absent. */
export type CheckedRecord = { row: number; values: (Value | undefined)[] };

export type RecordCheck = (draft: Draft) => CheckedRecord | RowProblem[];

type FieldCheck = (raw: RawValue | undefined) => Value | undefined | string;

/**
 * Prepare to check records against a schema's fields. Types are exact: a text is no number, nor the reverse.
 * The check answers with values aligned to `fields`, or with a problem for each bad field.
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

/** Check one record; {@link recordCheck} is for many. */
export const checkRecord = (fields: readonly Field[], format: Format, draft: Draft) =>
  recordCheck(fields, format)(draft);

function problemOf(row: string, field: string, raw: RawValue | undefined, fault: string): RowProblem {
  const value = raw && 'text' in raw ? { value: shownPlain(raw.text) } : {};
  return { row, field, ...value, message: `${field}: ${fault}` };
}

function fieldCheck(field: Field): FieldCheck {
  const present = field.type === 'string' ? textCheck(field) : numberCheck(numberReader(field));
  return (raw) => {
    if (raw === undefined) return field.required ? 'required, but missing.' : undefined;
    if (raw.type === 'other') return `${raw.what} is neither text nor a number.`;
    return present(raw);
  };
}

type Present = Exclude<RawValue, { type: 'other' }>;

function textCheck(field: StringField): (raw: Present) => Value | string {
  const allowed = field.enum && new Set(field.enum);
  const faultOf = textFault(field);
  return (raw) => {
    if (raw.type === 'n') return `${shownPlain(raw.text)} is a number, not text.`;
    if (allowed && !allowed.has(raw.text))
      return `${shown(raw.text)} is not one of the allowed values: ${listed(allowed)}.`;
    if (!isWellFormed(raw.text)) return 'holds half of a character, which no file can keep.';
    return faultOf?.(raw.text) ?? raw;
  };
}

const numberCheck =
  (read: NumberReader) =>
  (raw: Present): Value | string =>
    raw.type === 'n' ? read(raw.text) : `${shown(raw.text)} is text, not a number.`;

function listed(allowed: ReadonlySet<string>): string {
  const first = [...allowed].slice(0, 5).map(shown).join(', ');
  return allowed.size > 5 ? `${first} and ${allowed.size - 5} more` : first;
}

/** Whether a text has no lone surrogates, which JSON can write and UTF-8 cannot. */
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed();
