/** Good items of a JSON file, each with what divides it from the one before, as one table of states. */
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

/** Of so many fields in a row that may be absent, each may be the next one. */
const nextFields = 4;

/** Where a field's states are: before the colon, before the value, within it, within `null`, and behind it. */
type FieldStates = { colon: number; before: number; value: number; nothing: number; behind: number };

/** The names that may come behind a brace or a comma, and where their states are: before and within a name. */
type NameStates = { names: string[]; language: DfaTable; before: number; name: number };

type RowOf = (state: number) => Uint16Array;

/**
 * The table for such items.
 * @param fields - in the order in which the items have them; those that are not required may be absent.
 * @param lines - items stand on lines of their own, instead of in a list.
 * @returns null when that takes too many states, or a limit cannot be checked by a DFA.
 */
export function jsonTable(fields: readonly Field[], lines: boolean): RowTable | null {
  if (!fields.every(isRegular)) return null;
  const count = new StateAllocator();
  const values = fields.map(valueDfaOf);
  const places = values.map(({ isWord }): FieldStates => ({
    colon: count.allocate(1),
    before: count.allocate(1),
    value: count.allocate(isWord.length),
    nothing: count.allocate('nul'.length),
    behind: count.allocate(1),
  }));
  const gaps = [fields, ...fields.map((_, i) => fields.slice(i + 1))].map((left): NameStates => {
    const names = namesNext(left);
    const language = dfaTableOf(enumDfa(names.filter(needsNoEscape)));
    return { names, language, before: count.allocate(1), name: count.allocate(language.isWord.length) };
  });
  const table = count.table();
  if (!table) return null;
  const { after, rowOf } = table;
  setAll(rowOf(states.afterRow), blanks, states.afterRow);
  setAll(rowOf(states.beforeRow), blanks, states.beforeRow);
  rowOf(states.afterRow)[lines ? lineFeed : comma] = states.beforeRow;
  rowOf(states.beforeRow)[object] = gaps[0]!.before;
  gaps.forEach((gap, i) => fillGap(gap, places.slice(i), rowOf));
  fields.forEach((field, i) => {
    const place = places[i]!;
    const behind = rowOf(place.behind);
    setAll(behind, blanks, place.behind);
    behind[comma] = gaps[i + 1]!.before;
    if (!fields.slice(i + 1).some(({ required }) => required)) behind[objectEnd] = states.afterRow;
    fillField(field, values[i]!, place, rowOf);
  });
  return after;
}

/** The names of which one has to be next, where these fields are left. */
function namesNext(left: readonly Field[]): string[] {
  const required = left.findIndex((field) => field.required);
  const most = required < 0 ? nextFields : Math.min(nextFields, required + 1);
  return left.slice(0, most).map(({ name }) => name);
}

/** Fill in the rows of names. @param places - of the fields that are left. */
function fillGap(
  { names, language, before, name }: NameStates,
  places: readonly FieldStates[],
  rowOf: RowOf,
): void {
  setAll(rowOf(before), blanks, before);
  rowOf(before)[quote] = name;
  language.after.forEach((from, state) => copyStates(from, name, rowOf(name + state)));
  names.forEach((each, i) => {
    const end = stateAfter(language, each);
    if (end !== null) rowOf(name + end)[quote] = places[i]!.colon;
  });
}

/** Fill in the rows between a name and what is behind its value. */
function fillField(field: Field, { after, isWord }: DfaTable, place: FieldStates, rowOf: RowOf): void {
  const { colon: beforeColon, before, value, nothing, behind } = place;
  setAll(rowOf(beforeColon), blanks, beforeColon);
  rowOf(beforeColon)[colon] = before;
  after.forEach((from, state) => copyStates(from, value, rowOf(value + state)));
  const ends = isWord.flatMap((ends, state) => (ends ? [rowOf(value + state)] : []));
  if (field.type === 'string') {
    rowOf(before)[quote] = value;
    for (const end of ends) end[quote] = behind;
  } else {
    rowOf(before).set(rowOf(value));
    for (const end of ends)
      for (const byte of [...blanks, comma, objectEnd]) end[byte] = rowOf(behind)[byte]!;
  }
  setAll(rowOf(before), blanks, before);
  if (field.required) return;
  const within = [before, nothing, nothing + 1, nothing + 2, behind];
  ['n', 'u', 'l', 'l'].forEach((letter, i) => (rowOf(within[i]!)[letter.charCodeAt(0)] = within[i + 1]!));
}

/** The state behind a text; null where it isn't in the language. */
function stateAfter({ after, isWord }: DfaTable, name: string): number | null {
  let state = 0;
  for (const byte of new TextEncoder().encode(name)) {
    state = after[state]![byte]!;
    if (state < 0) return null;
  }
  return isWord[state] ? state : null;
}
