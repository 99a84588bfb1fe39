/** Writes the items of a JSON file under other names, and with values of any type as strings. */
import type { Encoding } from '@cloakroom/contract/parseOptions.ts';
import type { Chunks } from './decode.ts';
import { toUtf8 } from './encoding.ts';
import type { Format } from './format.ts';
import { jsonItems } from './jsonRecords.ts';
import { JsonValueReader, type JsonValue } from './jsonValues.ts';

type Source = { chunks: Chunks; format: Exclude<Format, 'csv'>; encoding?: Encoding };

/** The field of a member, and whether its values become strings: `true` becomes `"true"`, `[1]` becomes `"[1]"`. */
export type MemberField = { name: string; isText: boolean };

/**
 * Writes one item per line. Members without a field are left out, numbers stay as written, and an item that is not an object
 * becomes `null`, which the validation reports.
 * @param fields - by the name of the member in the file.
 * @returns the text in pieces, one for each window of the file.
 * @throws {RowsError} as {@link jsonItems}.
 */
export async function* renameMembers(
  { chunks, format, encoding = 'utf-8' }: Source,
  fields: ReadonlyMap<string, MemberField>,
): AsyncGenerator<string> {
  const items = new JsonValueReader();
  let text = '';
  const add = (item: Map<string, JsonValue> | null) => {
    text += `${item ? lineOf(item, fields) : 'null'}\n`;
  };
  const read: Parameters<typeof jsonItems<Map<string, JsonValue> | null>>[1] = (cursor) => items.read(cursor);
  for await (const _ of jsonItems(toUtf8(chunks, encoding), read, add, format === 'ndjson')) {
    if (text !== '') yield text;
    text = '';
  }
}

function lineOf(item: Map<string, JsonValue>, fields: ReadonlyMap<string, MemberField>): string {
  const members: string[] = [];
  for (const [member, { value, text }] of item) {
    const field = fields.get(member);
    if (!field || value === undefined) continue;
    const written = field.isText && value.type !== 's' ? JSON.stringify(text) : text;
    members.push(`${JSON.stringify(field.name)}:${written}`);
  }
  return `{${members.join()}}`;
}
