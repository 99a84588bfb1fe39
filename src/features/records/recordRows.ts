/** Converts records to the rows and cells of the grid. */
import type { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { fieldsOf, type Field, type JsonSchema } from '@cloakroom/contract/fields.ts';
import type { Permissions } from '@cloakroom/contract/schemas.ts';
import { sealedText, shortText } from '#src/shared/format/sealedText.ts';
import type { CellShown } from '#src/ui/grid/types.ts';
import type { Sort } from './recordsAddress.ts';

export type RecordRow = {
  record: SealedRecord;
  /** Position in the whole result, from 1. */
  number: number;
  /** The decrypted values. */
  open: Partial<DecryptedRecord['data']> | undefined;
  /** Fields without a value, known once the record is decrypted. */
  empty?: readonly string[] | undefined;
  /** Fields whose stored values are damaged, known once the record is decrypted. */
  damaged?: readonly string[] | undefined;
};

export const keyOf = ({ record }: RecordRow): string => record.id;
export const numberOf = ({ number }: RecordRow): number => number;

/** The names of the fields that a person may decrypt. */
export const readableFields = (fields: readonly Field[], { can_decrypt }: Permissions): ReadonlySet<string> =>
  new Set(
    fields
      .map(({ name }) => name)
      .filter((name) => (typeof can_decrypt === 'boolean' ? can_decrypt : can_decrypt.includes(name))),
  );

/**
 * The sealed value of a field; undefined if the record is known to have none.
 *
 * A record of a group has a reference for every field. Only decryption shows whether there is a value.
 */
export const sealedValue = ({ record, empty }: RecordRow, name: string): string | undefined =>
  empty?.includes(name) ? undefined : record.data[name];

/**
 * A shortened value, or a placeholder for a sealed one. Screen readers never get ciphertext.
 * @param title - what the column is called in the page.
 */
export function cellOf(row: RecordRow, name: string, title = name): CellShown {
  const { open, damaged } = row;
  const value = open?.[name];
  if (value !== undefined) return { text: shortText(value) };
  if (damaged?.includes(name))
    return { text: 'damaged', label: `damaged value, ${title} column`, quiet: true };
  const sealed = sealedValue(row, name);
  return sealed === undefined
    ? { text: '—', label: `no value, ${title} column`, quiet: true }
    : { text: sealedText(sealed), label: `encrypted value, ${title} column`, quiet: true };
}

/** {@link cellOf} of these fields, by the names of their columns. */
export function cellsOf(fields: readonly RecordField[]) {
  const titles = new Map(fields.map((field) => [field.name, titleOf(field)]));
  return (row: RecordRow, name: string): CellShown => cellOf(row, name, titles.get(name));
}

/** The whole value for the clipboard: decrypted, else as it is stored; empty if there is none. */
export const copyOf = (row: RecordRow, name: string): string =>
  String(row.open?.[name] ?? (row.damaged?.includes(name) ? undefined : sealedValue(row, name)) ?? '');

/** The decrypted value as text, for finding; undefined for a sealed one. */
export const openText = ({ open }: RecordRow, name: string): string | undefined =>
  open?.[name] === undefined ? undefined : String(open[name]);

const collator = new Intl.Collator(undefined, { numeric: true });

/** Sorts the rows of a page by the decrypted values of a column; rows without a value come last. */
export function sortedRows(rows: readonly RecordRow[], { column, descending }: Sort): RecordRow[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted(({ open: one }, { open: other }) => {
    const [a, b] = [one?.[column], other?.[column]];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return sign * collator.compare(String(a), String(b));
  });
}

/** A field as the console shows it: by its title, if it has one. */
export type RecordField = Field & { title?: string | undefined };

/** What people read of a field. The name stays in exports, addresses and calls. */
export const titleOf = ({ name, title }: Pick<RecordField, 'name' | 'title'>): string => title ?? name;

/** The name of a field whose title says something else, as a tooltip; undefined for others. */
export const nameHint = ({ name, title }: Pick<RecordField, 'name' | 'title'>): string | undefined =>
  title === undefined || title === name ? undefined : `${title} (${name})`;

/** A schema's fields as the columns of the grid, in the order of the schema's properties. */
export function columnsOf(definition: JsonSchema): RecordField[] {
  const order = Object.keys(definition.properties);
  return fieldsOf(definition)
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
    .map((field) => {
      const { title } = definition.properties[field.name] as { title?: unknown };
      return typeof title === 'string' && title.trim() !== '' ? { ...field, title: title.trim() } : field;
    });
}
