/** Reads a typed filter such as `state = NY` or `age > 30`, and completes it. */
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Operator } from '@cloakroom/contract/records.ts';
import { titleOf, type RecordField } from './recordRows.ts';
import { emptyRow, operatorsOf, rowProblem, type FilterRow } from './recordFilters.ts';

/** A completion: what is listed, and the whole text after it is chosen. */
export type Completion = { label: string; text: string };

export type TypedFilter = {
  /** Null until the text is a filter. */
  row: FilterRow | null;
  /** What is missing or wrong, as a sentence. */
  expected: string;
  completions: Completion[];
};

/** Completions that are listed at most. */
const maxCompletions = 8;

const startsWith = (text: string, beginning: string) =>
  text.toLowerCase().startsWith(beginning.toLowerCase());

/** A field, and what it is called in the filter: by its title, or by its name. */
type Named = { field: RecordField; label: string };

/** The field whose title or name the text begins with: the longest one, which a space or an operator follows. */
function fieldIn(text: string, fields: readonly RecordField[]): Named | undefined {
  return fields
    .flatMap((field) => [field.name, titleOf(field)].map((label) => ({ field, label })))
    .filter(({ label }) => startsWith(text, label) && /^(\s|[<>=]|$)/.test(text.slice(label.length)))
    .toSorted((one, other) => other.label.length - one.label.length)[0];
}

/** The titles of the fields whose title or name begins with a text, then of those that contain it. */
function titlesLike(text: string, fields: readonly RecordField[]): string[] {
  const begins = ({ name, title }: RecordField) => startsWith(name, text) || startsWith(title ?? '', text);
  const contains = ({ name, title }: RecordField) =>
    `${name}\n${title ?? ''}`.toLowerCase().includes(text.toLowerCase());
  const others = fields.filter((field) => !begins(field) && contains(field));
  return [...new Set([...fields.filter(begins), ...others].map(titleOf))];
}

/** Two-character operators are tried first. */
const operatorIn = (text: string, allowed: readonly Operator[]): Operator | undefined =>
  allowed
    .toSorted((one, other) => other.length - one.length)
    .find((operator) => startsWith(text, operator) && (operator !== 'between' || /^between\s/i.test(text)));

/** Without the quotes around it. */
const unquoted = (text: string): string => /^"(.*)"$/s.exec(text)?.[1] ?? text;

const listOf = (operators: readonly Operator[]) =>
  operators.length === 1 ? `the operator ${operators[0]}` : `one of ${operators.join(' ')}`;

/** @param fields - in the order of the columns. */
export function readTypedFilter(typed: string, fields: readonly RecordField[]): TypedFilter {
  const text = typed.trimStart();
  const { field, label } = fieldIn(text, fields) ?? { label: '' };
  const rest = text.slice(label.length).trimStart();
  if (!field || (rest === '' && !typed.endsWith(' '))) {
    const completions = titlesLike(text, fields)
      .slice(0, maxCompletions)
      .map((title) => ({ label: title, text: `${title} ` }));
    const expected =
      completions.length > 0
        ? 'Begin with the name of a field, then an operator and a value, as in age > 30.'
        : `No field begins with “${text}”. Begin with the name of a field.`;
    return { row: null, expected, completions };
  }
  const allowed = operatorsOf(field);
  const operator = operatorIn(rest, allowed);
  if (!operator)
    return {
      row: null,
      expected: `Expected ${listOf(allowed)} after ${label}.`,
      completions: allowed
        .filter((each) => startsWith(each, rest))
        .map((each) => ({ label: `${label} ${each}`, text: `${label} ${each} ` })),
    };
  const value = rest.slice(operator.length).trim();
  const row = rowOf(field, operator, value);
  const problem = value === '' ? valueExpected(field, label, operator) : rowProblem(row, field);
  const choices = field.type === 'string' ? (field.enum ?? []) : [];
  const known = choices.length === 0 || choices.includes(row.value);
  return {
    row: problem === null && known ? row : null,
    expected: problem ?? (known ? '' : `“${row.value}” is none of the choices of ${label}.`),
    completions: choices
      .filter((choice) => startsWith(choice, value) && choice !== value)
      .slice(0, maxCompletions)
      .map((choice) => ({ label: choice, text: `${label} ${operator} ${choice}` })),
  };
}

function rowOf({ name, type }: Field, operator: Operator, value: string): FilterRow {
  const row = { ...emptyRow, column: name, operator };
  if (operator === 'between') {
    const [first = '', second = ''] = value.split(/\s+and\s+|~/i);
    return { ...row, value: first, value2: second };
  }
  return { ...row, value: type === 'string' ? unquoted(value) : value };
}

function valueExpected(field: Field, label: string, operator: Operator): string {
  if (field.type === 'string')
    return field.enum ? `Expected one of the choices of ${label}.` : `Expected a text for ${label}.`;
  const range = `from ${field.minimum} to ${field.maximum}`;
  return operator === 'between'
    ? `Expected two numbers ${range}, as in between ${field.minimum} and ${field.maximum}.`
    : `Expected a number ${range}.`;
}
