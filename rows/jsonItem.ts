/** One item of a JSON file as a draft: its members sorted into the schema's fields, nothing lost on the way. */
import { idIn } from '#contract/reference.ts';
import type { RowProblem } from '#contract/jobs.ts';
import { codes, JsonCursor } from './jsonCursor.ts';
import { noProblems, rowLabel, shown, type Draft, type RawValue, type Target } from './draft.ts';
import { limits, refuseTooLarge } from './limits.ts';

/** What a record carries beside `data` when it comes out of the product. Ids are never taken from a file. */
const beside = new Set(['id', 'url', 'schema', 'owner', 'created', 'data']);

/** Read any value; objects and lists are read over. Undefined for null, which counts as absent. */
export function readValue(cursor: JsonCursor): RawValue | undefined {
  const code = cursor.peek();
  if (code === codes.quote) return { type: 's', text: cursor.string() };
  if (code === codes.minus || (code >= 48 && code <= 57)) return { type: 'n', text: cursor.number() };
  if (code === codes.object || code === codes.list) {
    cursor.skip();
    return { type: 'other', what: code === codes.object ? 'an object' : 'a list' };
  }
  const word = cursor.word();
  return word === 'null' ? undefined : { type: 'other', what: word };
}

/**
 * Read an object, leaving each member's value to `take`. The cursor is on its brace.
 * @param shape - the names that the last such object had, in order; kept up to date.
 */
export function readMembers(cursor: JsonCursor, shape: string[], take: (name: string) => void): void {
  cursor.expect(codes.object, 'an object');
  if (cursor.peek() === codes.objectEnd) {
    cursor.at++;
    return;
  }
  for (let count = 0; ; count++) {
    if (count === limits.columns) refuseTooLarge(cursor.label, 'columns');
    if (cursor.peek() !== codes.quote) cursor.refuse('a name in double quotes');
    const expected = shape[count];
    const name = cursor.name(expected);
    if (name !== expected && isPlain(name)) shape[count] = name;
    cursor.expect(codes.colon, 'a colon');
    take(name);
    if (cursor.peek() === codes.objectEnd) break;
    cursor.expect(codes.comma, 'a comma or the end of the object');
  }
  cursor.at++;
}

/** Whether JSON writes a name as itself: no quotes, backslashes or control characters. */
const isPlain = (name: string): boolean => JSON.stringify(name).length === name.length + 2;

/** The members of one object as they come: fields by number, others by name. */
class Members {
  values: (RawValue | undefined)[] = [];
  others: string[] = [];
  repeated: string[] = [];
  /** What `schema` says, field or not. */
  link: RawValue | undefined;
  /** The members that count are those of an inner object, `data`. */
  wraps = false;
  /** Names as the last object had them. */
  readonly shape: string[] = [];
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly seen: Uint8Array;

  constructor(numbers: ReadonlyMap<string, number>) {
    this.numbers = numbers;
    this.seen = new Uint8Array(numbers.size);
  }

  clear(): void {
    this.values = new Array<RawValue | undefined>(this.numbers.size);
    this.seen.fill(0);
    if (this.others.length > 0) this.others = [];
    if (this.repeated.length > 0) this.repeated = [];
    this.link = undefined;
    this.wraps = false;
  }

  put(name: string, value: RawValue | undefined): void {
    const number = this.numbers.get(name);
    if (number === undefined) {
      if (this.others.includes(name)) this.repeated.push(name);
      this.others.push(name);
    } else {
      if (this.seen[number] === 1) this.repeated.push(name);
      this.seen[number] = 1;
      this.values[number] = value;
    }
    if (name === 'schema') this.link = value;
  }

  /** Every name in the object, fields included. */
  names(): string[] {
    return [
      ...[...this.numbers].filter(([, number]) => this.seen[number] === 1).map(([name]) => name),
      ...this.others,
    ];
  }
}

/** Reads item after item against one target. */
export class JsonItemReader {
  private readonly schemaId: string;
  private readonly outer: Members;
  private readonly inner: Members;
  private readonly schemaIsField: boolean;
  private cursor = new JsonCursor();
  private ownLink = '';

  constructor({ schemaId, fields }: Target) {
    const numbers = new Map(fields.map(({ name }, number) => [name, number]));
    this.schemaId = schemaId;
    this.outer = new Members(numbers);
    this.inner = new Members(numbers);
    this.schemaIsField = numbers.has('schema');
  }

  /**
   * Read one item. It is wrapped, `{data: {…}, schema?}`, if `data` is an object; else it is bare, `{field:
   * value}`, and a schema may well have a field called `data` or `schema`. In a bare item `schema` is a link
   * unless it is a field. Beside `data`, what an export carries (`id`, `url`, `owner`, `created`) is ignored:
   * no file can choose an id.
   * @throws {needMore | RowsError}
   */
  read(cursor: JsonCursor, row: number): Draft {
    if (cursor.peek() !== codes.object) return notAnObject(cursor, row);
    const { outer, inner } = this;
    this.cursor = cursor;
    outer.clear();
    readMembers(cursor, outer.shape, this.takeOuter);
    const faults = outer.wraps ? this.faultsOfWrapped() : this.faultsOfBare();
    const problems = faults.map(([field, fault]): RowProblem => {
      return { row: rowLabel('json', row), field, message: `${field}: ${fault}` };
    });
    return {
      row,
      values: outer.wraps ? inner.values : outer.values,
      problems: problems.length > 0 ? problems : noProblems,
    };
  }

  private readonly takeOuter = (name: string): void => {
    const { cursor, inner, outer } = this;
    if (name === 'data' && cursor.peek() === codes.object) {
      outer.put(name, undefined);
      inner.clear();
      outer.wraps = true;
      readMembers(cursor, inner.shape, this.takeInner);
    } else outer.put(name, readValue(cursor));
  };

  private readonly takeInner = (name: string): void => {
    this.inner.put(name, readValue(this.cursor));
  };

  private faultsOfBare(): Fault[] {
    const { outer } = this;
    if (outer.others.length === 0 && outer.repeated.length === 0) return none;
    const unknown = outer.others.filter((name) => name !== 'schema').map(unknownField);
    return [...outer.repeated.map(repeated), ...unknown, ...(this.schemaIsField ? [] : this.faultsOfLink())];
  }

  private faultsOfWrapped(): Fault[] {
    const { outer, inner } = this;
    const stray = outer.names().filter((name) => !beside.has(name));
    return [
      ...outer.repeated.map(repeated),
      ...inner.repeated.map(repeated),
      ...inner.others.map(unknownField),
      ...stray.map((name): Fault => [
        name,
        'stands beside "data", where no field is read. Move it into "data".',
      ]),
      ...this.faultsOfLink(),
    ];
  }

  private faultsOfLink(): Fault[] {
    const { link } = this.outer;
    if (link === undefined) return none;
    if (link.type === 's' && (link.text === this.ownLink || idIn(link.text) === this.schemaId)) {
      this.ownLink = link.text;
      return none;
    }
    const named = 'text' in link ? shown(idIn(link.text)) : link.what;
    return [['schema', `this record names another schema, ${named}.`]];
  }
}

type Fault = [field: string, fault: string];
const none: Fault[] = [];

/** A name from the file, which may be of any length and hold anything. */
const called = (name: string) => shown(name).slice(1, -1);
const repeated = (name: string): Fault => [called(name), 'appears more than once in this record.'];
const unknownField = (name: string): Fault => [called(name), 'is not a field of this schema.'];

function notAnObject(cursor: JsonCursor, row: number): Draft {
  const value = readValue(cursor);
  const what = value === undefined ? 'null' : 'text' in value ? shown(value.text) : value.what;
  return {
    row,
    values: null,
    problems: [
      { row: rowLabel('json', row), field: '', message: `This item is ${what}, not an object of fields.` },
    ],
  };
}
