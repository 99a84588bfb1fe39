/** Decrypts groups of records to lines of JSON. Pure. */
import { urlOf } from '@cloakroom/contract/reference.ts';
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';
import type { GroupValues } from '@cloakroom/sealed-index/crypto/groupPlaintext.ts';
import { groupFieldOpener, type GroupContext } from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import { Tampered } from '@cloakroom/sealed-index/crypto/tampered.ts';
import type { SealedGroup } from '@cloakroom/wire/recordGroup.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';

/** A field that may be read: its name, its number in the schema, and its key. */
export type LineField = { name: string; number: number; key: Uint8Array };

/** Neighbouring records of a group: `count` of them, from the record with this number of the upload. A changed record is alone, with its id. */
export type GroupPart = { upload: Uint8Array; first: number; count: number; id?: string | undefined };

export type LineOptions = {
  fields: readonly LineField[];
  /** Fields that the keyring could decrypt, but that the caller may not read. */
  withheld: readonly string[];
  /** Name damaged fields instead of throwing. */
  partial: boolean;
  /** What precedes the paths of URLs. */
  origin: string;
};

/**
 * Prepares to write the records of a schema's generation.
 * @returns a function that writes the lines of records of one group, each with its line break. It throws {@link Tampered} for a
 *   value that is not what was sealed, or missing, unless damaged fields are named.
 */
export function groupLines(context: GroupContext, { fields, withheld, partial, origin }: LineOptions) {
  const openers = fields.map(({ name, key }) => groupFieldOpener(context, { name, key }));
  const names = fields.map(({ name }) => `${JSON.stringify(name)}:`);
  const middle = `","schema":${JSON.stringify(origin + urlOf('schemas', context.schema))},"data":{`;
  const withheldText = withheld.length > 0 ? `,"withheld":${JSON.stringify(withheld)}` : '';

  return (part: GroupPart, group: SealedGroup | null): string => {
    const address = { upload: part.upload, group: Math.floor(part.first / recordsPerGroup) };
    const columns = openers.map(
      (opener, at): GroupValues | null => group && opener.open(address, group, fields[at]!.number),
    );
    let lines = '';
    for (let number = part.first; number < part.first + part.count; number++) {
      const position = number % recordsPerGroup;
      const hasRecord = group !== null && position < group.records;
      const id = part.id ?? recordId(part.upload, number);
      let data = '';
      const damaged: string[] = [];
      for (let at = 0; at < columns.length; at++) {
        const column = columns[at];
        if (!hasRecord || !column) {
          if (!partial) throw new Tampered(fields[at]!.name, id);
          damaged.push(fields[at]!.name);
          continue;
        }
        const value = column(position);
        if (!value) continue;
        // Uploads only accept numbers that a JSON number represents exactly.
        const text = value.type === 'n' ? String(Number(value.text)) : JSON.stringify(value.text);
        data += (data === '' ? '' : ',') + names[at]! + text;
      }
      const damagedText = damaged.length > 0 ? `,"damaged":${JSON.stringify(damaged)}` : '';
      lines += `{"id":"${id}","url":"${origin}${urlOf('records', id)}${middle}${data}}${damagedText}${withheldText}}\n`;
    }
    return lines;
  };
}
