/**
 * Derives lies from a call's reply schema in the contract and a true answer: for every field, and for the answer as a
 * whole.
 */
import type { z } from 'zod';
import { branchesOf, branchFor, fieldsIn, isObject, itemsOf, madeUp, shapeOf, type Shape } from './shapes.ts';

/** One lie about an answer. */
export type Lie = {
  /** The field's path, such as `permissions.can_search` or `[].user.id`; empty for the answer as a whole. */
  field: string;
  /** What is changed, such as `is missing`. */
  name: string;
  /** Returns the false answer for a true one, or the same one if it lacks the field. */
  apply: (truth: unknown) => unknown;
};

/** Returns other values of true answers that have the same form. */
export type OtherValues = (name: string, value: string) => string[];

/** One step into an answer: the name of a field, or an element of a list or map at either end. */
type Step = string | { at: 'first' | 'last' };
type Change = (value: unknown) => unknown;

/** Marks a field that is to be removed. */
const removed = Symbol('removed');

function keyAt(container: unknown, step: Step): string | number | undefined {
  if (typeof step === 'string') return step;
  const keys = Array.isArray(container) ? [...container.keys()] : Object.keys(container as object);
  return step.at === 'first' ? keys[0] : keys.at(-1);
}

/** A copy of an answer with the value at a path changed. */
function changed(truth: unknown, [step, ...rest]: readonly Step[], change: Change): unknown {
  if (step === undefined) return change(structuredClone(truth));
  if (typeof truth !== 'object' || truth === null) return truth;
  const key = keyAt(truth, step);
  if (key === undefined || (rest.length > 0 && !(key in truth))) return truth;
  const copy = structuredClone(truth) as Record<string | number, unknown>;
  const value = changed(copy[key], rest, change);
  if (value !== removed) copy[key] = value;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else Reflect.deleteProperty(copy, key);
  return copy;
}

const replaceBy =
  (value: unknown): Change =>
  () =>
    structuredClone(value);

/** Lies about a list as a whole. */
const listLies: [name: string, change: (list: unknown[]) => unknown[]][] = [
  ['is empty', () => []],
  ['lacks its first element', (list) => list.slice(1)],
  ['lacks its last element', (list) => list.slice(0, -1)],
  ['has its first element twice', (list) => [...list.slice(0, 1), ...list]],
  ['has its last element twice', (list) => [...list, ...list.slice(-1)]],
  ['is reversed', (list) => [...list].reverse()],
];

const otherCharacter = (character: string) => (character === '5' ? '6' : '5');
/** Two variants of a string: with another first and with another last character. */
export const changedEnds = (text: string): [string, string] => [
  otherCharacter(text[0]!) + text.slice(1),
  text.slice(0, -1) + otherCharacter(text.at(-1)!),
];
const isDate = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);

function stringLies(
  name: string,
  text: string,
  { enum: members }: Shape,
  others: OtherValues,
): [string, unknown][] {
  if (members) return members.filter((one) => one !== text).map((one) => [`is ${JSON.stringify(one)}`, one]);
  const lies: [string, unknown][] = [['is empty', '']];
  if (isDate(text)) lies.push(['is a day later', new Date(Date.parse(text) + 86_400_000).toISOString()]);
  if (text !== '') {
    const [first, last] = changedEnds(text);
    lies.push(['has another first character', first], ['has another last character', last]);
  }
  others(name, text).forEach((other, number) => lies.push([`is another one (${number + 1})`, other]));
  return lies;
}

const numberLies = (value: number): [string, unknown][] => [
  ['is one more', value + 1],
  ['is one less', value - 1],
  ['is negative', -Math.abs(value) - 1],
  ['is huge', 2 ** 52],
  ['is a fraction', value + 0.5],
];

function wrongType(value: unknown): unknown {
  if (typeof value === 'string') return 7;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null) return { made: 'up' };
  return Array.isArray(value) ? {} : [];
}

/** Generates the lies about one answer. */
export function liesAbout(reply: z.ZodType, truth: unknown, others: OtherValues): Lie[] {
  const lies: Lie[] = [];
  const seen = new Set<string>([JSON.stringify(truth)]);
  const add = (field: string, name: string, path: readonly Step[], change: Change) => {
    const apply = (answer: unknown) => changed(answer, path, change);
    // A false answer that was already generated tests nothing new.
    const text = `${field === '' ? '' : field} ${JSON.stringify(apply(truth))}`;
    if (seen.has(text) || JSON.stringify(apply(truth)) === JSON.stringify(truth)) return;
    seen.add(text);
    lies.push({ field, name, apply });
  };

  const visit = (
    union: Shape,
    value: unknown,
    path: readonly Step[],
    field: string,
    end: 'first' | 'last',
  ) => {
    const name =
      field
        .split(/[.[\]*]+/)
        .filter(Boolean)
        .at(-1) ?? '';
    const shape = branchFor(union, value);
    if (path.length > 0) {
      if (typeof path.at(-1) === 'string') add(field, 'is missing', path, () => removed);
      if (value !== null) add(field, 'is null', path, replaceBy(null));
      add(field, 'has another type', path, replaceBy(wrongType(value)));
    }
    for (const [number, branch] of (branchesOf(union) ?? []).entries())
      if (branch !== shape && branch.type !== 'null')
        add(field, `is of another kind (${number + 1})`, path, replaceBy(madeUp(branch)));
    if (typeof value === 'string')
      for (const [what, other] of stringLies(name, value, shape, others))
        add(field, what, path, replaceBy(other));
    if (typeof value === 'number')
      for (const [what, other] of numberLies(value)) add(field, what, path, replaceBy(other));
    if (typeof value === 'boolean') add(field, `is ${!value}`, path, replaceBy(!value));
    if (Array.isArray(value)) {
      for (const [what, change] of listLies) add(field, what, path, (list) => change(list as unknown[]));
      const made = madeUp(itemsOf(shape));
      add(field, 'has an additional made-up element', path, (list) => [...(list as unknown[]), made]);
      const index = end === 'first' ? 0 : value.length - 1;
      const items = shape.prefixItems?.[index] ?? itemsOf(shape);
      if (value.length > 0) visit(items, value[index], [...path, { at: end }], `${field}[]`, end);
    }
    if (isObject(value)) visitObject(shape, value, path, field, end);
  };

  const visitObject = (
    { properties = {}, additionalProperties }: Shape,
    value: Record<string, unknown>,
    path: readonly Step[],
    field: string,
    end: 'first' | 'last',
  ) => {
    const fieldPath = (name: string) => (field === '' ? name : `${field}.${name}`);
    const isMap = isObject(additionalProperties) && Object.keys(properties).length === 0;
    if (!isMap) {
      for (const [name, shape] of Object.entries(properties))
        if (name in value) visit(shape, value[name], [...path, name], fieldPath(name), end);
        else add(fieldPath(name), 'is made up', [...path, name], replaceBy(madeUp(shape)));
      // Names that the schema does not specify are part of the answer, too.
      for (const name of Object.keys(value))
        if (!(name in properties)) visit({}, value[name], [...path, name], fieldPath(name), end);
      return;
    }
    const made = madeUp(additionalProperties);
    add(field, 'has an additional entry', path, (map) => ({ ...(map as object), invented: made }));
    add(field, 'has an additional entry with another number', path, (map) => ({
      ...(map as object),
      2: made,
    }));
    const names = Object.keys(value);
    add(field, 'lacks an entry', path, (map) => {
      const { [keyAt(map, { at: end }) as string]: _, ...rest } = map as Record<string, unknown>;
      return rest;
    });
    add(field, 'has two entries swapped', path, (map) => {
      const entries = Object.entries(map as object);
      return Object.fromEntries(entries.map(([name], number) => [name, entries[entries.length - 1 - number]![1]])); // prettier-ignore
    });
    const last = end === 'first' ? names[0] : names.at(-1);
    if (last !== undefined)
      visit(additionalProperties, value[last], [...path, { at: end }], `${field}.*`, end);
  };

  const shape = shapeOf(reply);
  for (const end of ['last', 'first'] as const) visit(shape, truth, [], '', end);
  return lies;
}

/** All fields of a call's reply. */
export const fieldsOfReply = (reply: z.ZodType): string[] => fieldsIn(shapeOf(reply));

/** Lies about bytes. */
export const byteLies: { name: string; apply: (truth: Buffer) => Buffer }[] = [
  { name: 'has another first byte', apply: (bytes) => flipped(bytes, 0) },
  { name: 'has another byte in the middle', apply: (bytes) => flipped(bytes, bytes.length >> 1) },
  { name: 'has another last byte', apply: (bytes) => flipped(bytes, bytes.length - 1) },
  { name: 'is cut by a byte', apply: (bytes) => bytes.subarray(0, -1) },
  { name: 'is cut in half', apply: (bytes) => bytes.subarray(0, bytes.length >> 1) },
  { name: 'is longer', apply: (bytes) => Buffer.concat([bytes, bytes.subarray(0, 1024)]) },
  { name: 'is zeros', apply: (bytes) => Buffer.alloc(bytes.length) },
  { name: 'has its first and last kilobyte swapped', apply: swapped },
  { name: 'is reversed', apply: (bytes) => Buffer.from(bytes).reverse() },
];

/** Swaps the first and the last kilobyte: the blocks of an index are a kilobyte each. */
function swapped(bytes: Buffer): Buffer {
  if (bytes.length < 2048) return bytes;
  return Buffer.concat([bytes.subarray(-1024), bytes.subarray(1024, -1024), bytes.subarray(0, 1024)]);
}

function flipped(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[index] = (copy[index] ?? 0) ^ 1;
  return copy;
}

type AnswerLie = { name: string; answer: { status: number; type: string; text: string } | null };

/** Failures in place of an answer, although the call was carried out; null closes the connection without an answer. */
export const failures: AnswerLie[] = [
  { name: 'is status 405', answer: { status: 405, type: 'text/plain', text: 'Method Not Allowed' } },
  {
    name: 'is status 404',
    answer: { status: 404, type: 'application/json', text: '{"detail":"Not found."}' },
  },
  {
    name: 'is status 409',
    answer: { status: 409, type: 'application/json', text: '{"detail":"Changed meanwhile."}' },
  },
  { name: 'is status 500', answer: { status: 500, type: 'text/html', text: '<h1>Oops</h1>' } },
  { name: 'never comes', answer: null },
];

/** Lies about any answer as a whole. */
export const answerLies: AnswerLie[] = [
  ...failures,
  { name: 'is a redirect', answer: { status: 302, type: 'text/plain', text: '' } },
  { name: 'has no body', answer: { status: 200, type: 'application/json', text: '' } },
  { name: 'is []', answer: { status: 200, type: 'application/json', text: '[]' } },
  { name: 'is {}', answer: { status: 200, type: 'application/json', text: '{}' } },
  { name: 'is null', answer: { status: 200, type: 'application/json', text: 'null' } },
  { name: 'is HTML', answer: { status: 200, type: 'text/html', text: '<!doctype html><h1>Welcome</h1>' } },
];
