/** Parses one item of a JSON file into a draft. Unknown and repeated members are problems. */
import { idIn } from '@cloakroom/contract/reference.ts';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import { Cells, kinds } from './cells.ts';
import { codes, JsonCursor } from './jsonCursor.ts';
import {
  noProblems,
  displayText,
  rowLabel,
  quoteExcerpt,
  type Draft,
  type RawValue,
  type RecordTarget,
} from './draft.ts';
import { needsNoEscape } from './jsonDfas.ts';
import { limits, refuseTooLarge } from './limits.ts';

/** Members of an exported record. Those besides `data` and `schema` are ignored. */
const exportedMembers = new Set(['id', 'url', 'schema', 'owner', 'created', 'data']);

/**
 * Reads an object and calls `readValue` for each member. The cursor is on its brace.
 * @param shape - the names of the previous object, in order, which are updated.
 * @returns the number of members.
 */
export function readMembers(cursor: JsonCursor, shape: string[], readValue: (name: string) => void): number {
  cursor.expect(codes.object, 'an object');
  if (cursor.peek() === codes.objectEnd) {
    cursor.at++;
    return 0;
  }
  let count = 0;
  for (; ; count++) {
    if (count === limits.columns) refuseTooLarge(cursor.label, 'columns');
    if (cursor.peek() !== codes.quote) cursor.refuse('a name in double quotes');
    const expected = shape[count];
    const name = cursor.name(expected);
    if (name !== expected && needsNoEscape(name)) shape[count] = name;
    cursor.expect(codes.colon, 'a colon');
    readValue(name);
    if (cursor.peek() === codes.objectEnd) break;
    cursor.expect(codes.comma, 'a comma or the end of the object');
  }
  cursor.at++;
  return count + 1;
}

/** The members of one object: fields by number, others by name. */
class Members {
  readonly values: Cells;
  others: string[] = [];
  repeated: string[] = [];
  /** The value of `schema`, whether it is a field or not. */
  link: RawValue | undefined;
  /** The item is wrapped: fields are members of the inner object `data`. */
  isWrapped = false;
  /** The names of the previous object. */
  readonly shape: string[] = [];
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly seen: Uint8Array;

  constructor(numbers: ReadonlyMap<string, number>) {
    this.numbers = numbers;
    this.seen = new Uint8Array(numbers.size);
    this.values = new Cells(numbers.size);
  }

  clear(text: string): void {
    this.values.clear(text);
    this.seen.fill(0);
    if (this.others.length > 0) this.others = [];
    if (this.repeated.length > 0) this.repeated = [];
    this.link = undefined;
    this.isWrapped = false;
  }

  /** Adds the value that the cursor has read last. */
  put(name: string, cursor: JsonCursor): void {
    const number = this.numbers.get(name);
    if (number === undefined) {
      if (this.others.includes(name)) this.repeated.push(name);
      this.others.push(name);
    } else {
      if (this.seen[number] === 1) this.repeated.push(name);
      this.seen[number] = 1;
      this.values.set(number, cursor.kind, cursor.from, cursor.to);
    }
    if (name === 'schema') this.link = cursor.value();
  }

  /** Every name in the object, fields included. */
  names(): string[] {
    return [
      ...[...this.numbers].filter(([, number]) => this.seen[number] === 1).map(([name]) => name),
      ...this.others,
    ];
  }
}

/** Reads the items of one file. */
export class JsonItemReader {
  private readonly schemaId: string;
  private readonly ignoresLinks: boolean;
  private readonly outer: Members;
  private readonly inner: Members;
  private readonly schemaIsField: boolean;
  /** The names of the widest bare item so far without unknown or repeated members, in its order. */
  widest: string[] = [];
  private cursor = new JsonCursor();
  private ownLink = '';
  private namesOtherSchema = false;
  private readonly draft: Draft<Cells> & { row: number; values: Cells; problems: Draft['problems'] };

  constructor({ schemaId, fields, ignoresLinks = false }: RecordTarget) {
    this.ignoresLinks = ignoresLinks;
    const numbers = new Map(fields.map(({ name }, number) => [name, number]));
    this.schemaId = schemaId;
    this.outer = new Members(numbers);
    this.inner = new Members(numbers);
    this.schemaIsField = numbers.has('schema');
    const written = () => fields.map((_, i) => displayText(this.draft.values.value(i)));
    this.draft = { row: 0, values: this.outer.values, problems: noProblems, written };
  }

  /**
   * Reads one item. It is wrapped, `{data: {…}, schema?}`, if `data` is an object; else it is bare, `{field: value}`, and
   * the schema may have a field called `data` or `schema`. In a bare item `schema` is a link unless it is a field. The other
   * members of an exported record (`id`, `url`, `owner`, `created`) are ignored: a file cannot choose ids. The next item
   * overwrites the result.
   * @throws {needMore | RowsError}
   */
  read(cursor: JsonCursor, row: number): Draft<Cells> {
    if (cursor.peek() !== codes.object) return notAnObject(cursor, row);
    const { draft, outer, inner } = this;
    this.cursor = cursor;
    outer.clear(cursor.text);
    const members = readMembers(cursor, outer.shape, this.readOuter);
    this.namesOtherSchema = false;
    const faults = outer.isWrapped ? this.faultsOfWrapped() : this.faultsOfBare();
    if (members > this.widest.length && faults === noFaults && !outer.isWrapped)
      this.widest = outer.shape.slice(0, members);
    draft.row = row;
    draft.namesOtherSchema = this.namesOtherSchema;
    draft.values = outer.isWrapped ? inner.values : outer.values;
    draft.problems =
      faults === noFaults
        ? noProblems
        : faults.map(([field, fault]): RowProblem => {
            return { row: rowLabel('json', row), field, message: `${field}: ${fault}` };
          });
    return draft;
  }

  private readonly readOuter = (name: string): void => {
    const { cursor, inner, outer } = this;
    if (name === 'data' && cursor.peek() === codes.object) {
      cursor.kind = kinds.absent;
      outer.put(name, cursor);
      inner.clear(cursor.text);
      outer.isWrapped = true;
      readMembers(cursor, inner.shape, this.readInner);
      return;
    }
    cursor.read();
    outer.put(name, cursor);
  };

  private readonly readInner = (name: string): void => {
    this.cursor.read();
    this.inner.put(name, this.cursor);
  };

  private faultsOfBare(): Fault[] {
    const { outer } = this;
    if (outer.others.length === 0 && outer.repeated.length === 0) return noFaults;
    const unknown = outer.others.filter((name) => name !== 'schema').map(unknownField);
    return [...outer.repeated.map(repeated), ...unknown, ...(this.schemaIsField ? [] : this.faultsOfLink())];
  }

  private faultsOfWrapped(): Fault[] {
    const { outer, inner } = this;
    const stray = outer.names().filter((name) => !exportedMembers.has(name));
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
    if (link === undefined || this.ignoresLinks) return noFaults;
    if (link.type === 's' && (link.text === this.ownLink || idIn(link.text) === this.schemaId)) {
      this.ownLink = link.text;
      return noFaults;
    }
    const linkedSchema = 'text' in link ? quoteExcerpt(idIn(link.text)) : link.what;
    this.namesOtherSchema = true;
    return [['schema', `this record names another schema, ${linkedSchema}.`]];
  }
}

type Fault = [field: string, fault: string];
const noFaults: Fault[] = [];

/** A name from the file, shortened and escaped. */
const displayName = (name: string) => quoteExcerpt(name).slice(1, -1);
const repeated = (name: string): Fault => [displayName(name), 'appears more than once in this record.'];
const unknownField = (name: string): Fault => [displayName(name), 'is not a field of this schema.'];

function notAnObject(cursor: JsonCursor, row: number): Draft<Cells> {
  cursor.read();
  const value = cursor.value();
  const what = value === undefined ? 'null' : 'text' in value ? quoteExcerpt(value.text) : value.what;
  return {
    row,
    values: null,
    written: () => [],
    problems: [
      { row: rowLabel('json', row), field: '', message: `This item is ${what}, not an object of fields.` },
    ],
  };
}
