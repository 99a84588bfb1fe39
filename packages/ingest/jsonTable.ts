/** The DFA of the valid items of a JSON file and their separators, as one transition table. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { codes } from './jsonCursor.ts';
import { needsNoEscape, valueDfaOf } from './jsonDfas.ts';
import { dfaTableOf, type DfaTable } from './dfa.ts';
import { copyStates, setAll, StateAllocator, states, type RowTable } from './rowTable.ts';
import { enumDfa } from './textDfas.ts';
import { isRegular } from './textLimits.ts';

const { quote, comma, colon, object, objectEnd } = codes;
const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32];
const blanks = [tab, lineFeed, carriageReturn, space];

/** How many optional fields may be skipped before the next name. */
const maxNextFields = 4;

/** The numbers of a field's states: before the colon, before the value, within it, within `null`, and after it. */
type FieldStates = { colon: number; before: number; value: number; nullStart: number; afterValue: number };

/** The names that may follow a brace or a comma, and the numbers of their states: before and within a name. */
type NameStates = { names: string[]; dfa: DfaTable; before: number; name: number };

type RowOf = (state: number) => Uint16Array;

/**
 * @param fields - in the order of the items' members; optional ones may be absent.
 * @param lines - whether items are on lines of their own instead of in an array.
 * @returns null if the table needs too many states, or a DFA cannot check a limit.
 */
export function jsonTable(fields: readonly Field[], lines: boolean): RowTable | null {
  if (!fields.every(isRegular)) return null;
  const count = new StateAllocator();
  const values = fields.map(valueDfaOf);
  const fieldStates = values.map(({ isAccepting }): FieldStates => ({
    colon: count.allocate(1),
    before: count.allocate(1),
    value: count.allocate(isAccepting.length),
    nullStart: count.allocate('nul'.length),
    afterValue: count.allocate(1),
  }));
  const gaps = [fields, ...fields.map((_, i) => fields.slice(i + 1))].map((left): NameStates => {
    const names = namesNext(left);
    const dfa = dfaTableOf(enumDfa(names.filter(needsNoEscape)));
    return { names, dfa, before: count.allocate(1), name: count.allocate(dfa.isAccepting.length) };
  });
  const table = count.table();
  if (!table) return null;
  const { after, rowOf } = table;
  setAll(rowOf(states.afterRow), blanks, states.afterRow);
  setAll(rowOf(states.beforeRow), blanks, states.beforeRow);
  rowOf(states.afterRow)[lines ? lineFeed : comma] = states.beforeRow;
  rowOf(states.beforeRow)[object] = gaps[0]!.before;
  gaps.forEach((gap, i) => fillGap(gap, fieldStates.slice(i), rowOf));
  fields.forEach((field, i) => {
    const ownStates = fieldStates[i]!;
    const afterValue = rowOf(ownStates.afterValue);
    setAll(afterValue, blanks, ownStates.afterValue);
    afterValue[comma] = gaps[i + 1]!.before;
    if (!fields.slice(i + 1).some(({ required }) => required)) afterValue[objectEnd] = states.afterRow;
    fillField(field, values[i]!, ownStates, rowOf);
  });
  return after;
}

/** The names that may follow if these fields are left. */
function namesNext(left: readonly Field[]): string[] {
  const required = left.findIndex((field) => field.required);
  const count = required < 0 ? maxNextFields : Math.min(maxNextFields, required + 1);
  return left.slice(0, count).map(({ name }) => name);
}

/** Fills in the table rows of names. @param fieldStates - of the fields that are left. */
function fillGap(
  { names, dfa, before, name }: NameStates,
  fieldStates: readonly FieldStates[],
  rowOf: RowOf,
): void {
  setAll(rowOf(before), blanks, before);
  rowOf(before)[quote] = name;
  dfa.after.forEach((from, state) => copyStates(from, name, rowOf(name + state)));
  names.forEach((text, i) => {
    const end = stateAfter(dfa, text);
    if (end !== null) rowOf(name + end)[quote] = fieldStates[i]!.colon;
  });
}

/** Fills in the table rows between a name and the end of its value. */
function fillField(
  field: Field,
  { after, isAccepting }: DfaTable,
  ownStates: FieldStates,
  rowOf: RowOf,
): void {
  const { colon: beforeColon, before, value, nullStart, afterValue } = ownStates;
  setAll(rowOf(beforeColon), blanks, beforeColon);
  rowOf(beforeColon)[colon] = before;
  after.forEach((from, state) => copyStates(from, value, rowOf(value + state)));
  const ends = isAccepting.flatMap((isEnd, state) => (isEnd ? [rowOf(value + state)] : []));
  if (field.type === 'string') {
    rowOf(before)[quote] = value;
    for (const end of ends) end[quote] = afterValue;
  } else {
    rowOf(before).set(rowOf(value));
    for (const end of ends)
      for (const byte of [...blanks, comma, objectEnd]) end[byte] = rowOf(afterValue)[byte]!;
  }
  setAll(rowOf(before), blanks, before);
  if (field.required) return;
  const within = [before, nullStart, nullStart + 1, nullStart + 2, afterValue];
  ['n', 'u', 'l', 'l'].forEach((letter, i) => (rowOf(within[i]!)[letter.charCodeAt(0)] = within[i + 1]!));
}

/** The state after a name; null if the DFA doesn't accept it. */
function stateAfter({ after, isAccepting }: DfaTable, name: string): number | null {
  let state = 0;
  for (const byte of new TextEncoder().encode(name)) {
    state = after[state]![byte]!;
    if (state < 0) return null;
  }
  return isAccepting[state] ? state : null;
}
