/** Reads a typed filter such as `state = NY` or `age > 30`, and completes it. */
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Operator } from '@cloakroom/contract/records.ts';
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

/** The field whose name the text begins with: the longest one, which a space or an operator follows. */
function fieldIn(text: string, fields: readonly Field[]): Field | undefined {
  return fields
    .filter(({ name }) => startsWith(text, name) && /^(\s|[<>=]|$)/.test(text.slice(name.length)))
    .toSorted((one, other) => other.name.length - one.name.length)[0];
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
export function readTypedFilter(typed: string, fields: readonly Field[]): TypedFilter {
  const text = typed.trimStart();
  const field = fieldIn(text, fields);
  const rest = field && text.slice(field.name.length).trimStart();
  if (!field || rest === undefined || (rest === '' && !typed.endsWith(' '))) {
    const found = [
      ...fields.filter(({ name }) => startsWith(name, text)),
      ...fields.filter(
        ({ name }) => !startsWith(name, text) && name.toLowerCase().includes(text.toLowerCase()),
      ),
    ];
    const completions = found.slice(0, maxCompletions).map(({ name }) => ({ label: name, text: `${name} ` }));
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
      expected: `Expected ${listOf(allowed)} after ${field.name}.`,
      completions: allowed
        .filter((each) => startsWith(each, rest))
        .map((each) => ({ label: `${field.name} ${each}`, text: `${field.name} ${each} ` })),
    };
  const value = rest.slice(operator.length).trim();
  const row = rowOf(field, operator, value);
  const problem = value === '' ? valueExpected(field, operator) : rowProblem(row, field);
  const choices = field.type === 'string' ? (field.enum ?? []) : [];
  const known = choices.length === 0 || choices.includes(row.value);
  return {
    row: problem === null && known ? row : null,
    expected: problem ?? (known ? '' : `“${row.value}” is none of the choices of ${field.name}.`),
    completions: choices
      .filter((choice) => startsWith(choice, value) && choice !== value)
      .slice(0, maxCompletions)
      .map((choice) => ({ label: choice, text: `${field.name} ${operator} ${choice}` })),
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

function valueExpected(field: Field, operator: Operator): string {
  if (field.type === 'string')
    return field.enum
      ? `Expected one of the choices of ${field.name}.`
      : `Expected a text for ${field.name}.`;
  const range = `from ${field.minimum} to ${field.maximum}`;
  return operator === 'between'
    ? `Expected two numbers ${range}, as in between ${field.minimum} and ${field.maximum}.`
    : `Expected a number ${range}.`;
}
