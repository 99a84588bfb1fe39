/** The values of a JSON object as written, so that numbers stay exact. */
import { codes, JsonCursor, needMore } from './jsonCursor.ts';
import { readMembers } from './jsonItem.ts';
import { messages } from './messages.ts';
import { RowsError } from './rowsError.ts';

/**
 * The source text of each member of an object that is itself the member `name` of a JSON object. Example: `{"data": {"age": 1.50}}` and
 * `data` give `age` → `1.50`. If a member is repeated, the last one counts.
 * @throws {RowsError} `invalid-json`.
 */
export function memberTexts(text: string, name: string): Map<string, string> {
  const cursor = new JsonCursor();
  cursor.load(text, 0);
  const texts = new Map<string, string>();
  try {
    readMembers(cursor, [], (member) => {
      if (member !== name || cursor.peek() !== codes.object) {
        cursor.read();
        return;
      }
      texts.clear();
      readMembers(cursor, [], (field) => {
        cursor.peek();
        const from = cursor.at;
        cursor.read();
        texts.set(field, text.slice(from, cursor.at));
      });
    });
  } catch (error) {
    if (error === needMore) throw new RowsError('invalid-json', messages.invalidJson);
    throw error;
  }
  return texts;
}
