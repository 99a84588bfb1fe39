import { expect, test } from 'vitest';
import type { Field } from '@cloakroom/contract/fields.ts';
import { changesOf, recordFormSchema, typedOf, valuesOf } from '#src/features/records/edit/recordForm.ts';

const fields: Field[] = [
  { name: 'name.first', type: 'string', required: true, minLength: 2, maxLength: 5 },
  { name: 'team', type: 'string', required: false, enum: ['red', 'blue'] },
  { name: 'weight', type: 'number', required: false, minimum: 1, maximum: 400, precision: 1 },
];
const typed = (name: string, team = '', weight = '') => ({ field0: name, field1: team, field2: weight });

/** The messages by control. */
function problemsOf(values: Record<string, string>) {
  const { error } = recordFormSchema(fields).safeParse(values);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join(), message]));
}

test.each([
  [typed('Ada', 'red', '12.5'), {}],
  [typed('Ada', '', ' 12.5 '), {}],
  [typed('Ada', 'green'), { field1: '"green" is not one of the allowed values: "red", "blue".' }],
])('%j has the problems %j', (values, problems) => {
  expect(problemsOf(values)).toEqual(problems);
});

test.each([
  [typed(''), 'field0'],
  [typed('Margaret'), 'field0'],
  [typed('Ada', '', '12.55'), 'field2'],
  [typed('Ada', '', '401'), 'field2'],
  [typed('Ada', '', 'twelve'), 'field2'],
])('%j is refused at %s', (values, control) => {
  expect(Object.keys(problemsOf(values))).toEqual([control]);
});

test('typed texts become values, and empty ones none', () => {
  expect(valuesOf(fields, typed(' Ada', '', ' 12.5 '))).toEqual({
    'name.first': ' Ada',
    team: null,
    weight: 12.5,
  });
});

test('an empty control is the empty text of a required text field', () => {
  expect(valuesOf(fields, typed(''))).toEqual({ 'name.first': '', team: null, weight: null });
  expect(changesOf({ 'name.first': '', team: null }, {})).toEqual({ 'name.first': '' });
  expect(changesOf({ 'name.first': '', team: null }, { 'name.first': '', team: '' })).toEqual({});
});

test('values are shown as texts, and only changes are sent', () => {
  const stored = { 'name.first': 'Ada', weight: 12.5 };
  const shown = typedOf(fields, stored);
  expect(shown).toEqual(typed('Ada', '', '12.5'));
  expect(changesOf(valuesOf(fields, shown), stored)).toEqual({});
  expect(changesOf(valuesOf(fields, typed('Ada', 'red', '')), stored)).toEqual({ team: 'red', weight: null });
});
