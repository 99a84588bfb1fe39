/** The members of the items of a JSON file whose fields are not known. */
import type { RawValue } from './draft.ts';
import { codes, type JsonCursor } from './jsonCursor.ts';
import { readMembers } from './jsonItem.ts';

export type JsonValue = {
  /** Undefined for null. */
  value: RawValue | undefined;
  /** As written in the file. */
  text: string;
};

/** Reads items in the forms of {@link JsonItemReader.read}. */
export class JsonValueReader {
  private readonly shape: string[] = [];
  private readonly innerShape: string[] = [];

  /**
   * The members of an item by name: those of its member `data` if that is an object. If a name is repeated, the last one counts.
   * @returns null if the item is not an object.
   * @throws {needMore | RowsError}
   */
  read(cursor: JsonCursor): Map<string, JsonValue> | null {
    if (cursor.peek() !== codes.object) {
      cursor.read();
      return null;
    }
    const outer = new Map<string, JsonValue>();
    const found: { inner?: Map<string, JsonValue> } = {};
    readMembers(cursor, this.shape, (name) => {
      if (name !== 'data' || cursor.peek() !== codes.object) {
        outer.set(name, valueAt(cursor));
        return;
      }
      const members = new Map<string, JsonValue>();
      readMembers(cursor, this.innerShape, (innerName) => void members.set(innerName, valueAt(cursor)));
      found.inner = members;
    });
    return found.inner ?? outer;
  }
}

function valueAt(cursor: JsonCursor): JsonValue {
  cursor.peek();
  const from = cursor.at;
  cursor.read();
  return { value: cursor.value(), text: cursor.text.slice(from, cursor.at) };
}
