import { expect, test } from 'vitest';
import { fieldsOf, JsonSchema } from '@cloakroom/contract/fields.ts';
import { SavedView } from '@cloakroom/contract/savedViews.ts';
import { isSameState, readView, viewOf, type ViewState } from '#src/features/records/views/viewState.ts';

const fields = fieldsOf(
  JsonSchema.parse({
    type: 'object',
    properties: {
      name: { type: 'string' },
      city: { type: 'string' },
      age: { type: 'integer', minimum: 0, maximum: 120 },
    },
  }),
);
const state: ViewState = {
  rows: [
    { column: 'city', operator: '=', value: '>5', value2: '' },
    { column: 'age', operator: 'between', value: '18', value2: '30' },
  ],
  sort: { column: 'age', descending: true },
  layout: { order: ['age', 'city', 'name'], hidden: ['name'], pinned: ['age'], widths: { city: 240 } },
  density: 'compact',
};

test('a saved state is shown again', () => {
  const saved = SavedView.parse(viewOf('Young', state, fields));
  const { leftOut, ...read } = readView(saved, fields);
  expect(read).toEqual(state);
  expect(leftOut).toEqual([]);
  expect(isSameState(read, state, fields)).toBe(true);
});

test('what the schema no longer has is left out and named', () => {
  const saved = SavedView.parse({
    name: 'Old',
    filters: [
      { label: 'shoe', value: '42', operator: '=' },
      { label: 'age', value: 'old', operator: '>' },
      { label: 'city', value: 'Rome', operator: '>' },
      { label: 'city', value: 'Rome' },
    ],
    order: '-weight',
    columns: { order: ['shoe', 'name'], hidden: ['name', 'city', 'age'], pinned: ['hat'], widths: { hat: 90, name: 5 } },
  }); // prettier-ignore
  expect(readView(saved, fields)).toEqual({
    rows: [{ column: 'city', operator: '=', value: 'Rome', value2: '' }],
    sort: null,
    layout: { order: ['name'], hidden: ['city', 'age'], pinned: [], widths: { name: 40 } },
    density: 'standard',
    leftOut: ['shoe', 'age', 'city', 'weight', 'hat'],
  });
});

test.each([
  ['>5', { operator: '>', value: '5' }],
  ['<=5', { operator: '<=', value: '5' }],
  ['5', { operator: '=', value: '5' }],
  ['1~9', { operator: 'between', value: '1', value2: '9' }],
])('reads the short form %s of programs', (value, row) => {
  const saved = SavedView.parse({ name: 'Short', filters: [{ label: 'age', value }] });
  expect(readView(saved, fields).rows).toEqual([{ column: 'age', value2: '', ...row }]);
});

test('differences of filters, order, columns and density are noticed, and the form is not', () => {
  const same: ViewState = { ...state, layout: { ...state.layout, order: ['age', 'city'] } };
  expect(isSameState(state, same, fields)).toBe(true);
  const others: Partial<ViewState>[] = [
    { rows: state.rows.slice(1) },
    { sort: null },
    { layout: { ...state.layout, hidden: [] } },
    { layout: { ...state.layout, order: ['name'] } },
    { layout: { ...state.layout, pinned: [] } },
    { layout: { ...state.layout, widths: {} } },
    { density: 'standard' },
  ];
  for (const other of others) expect(isSameState(state, { ...state, ...other }, fields)).toBe(false);
});
