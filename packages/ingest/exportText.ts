/** Formats records as CSV or JSON, sealed or decrypted. */
import { csvText } from './csvText.ts';

export type ExportFormat = 'csv' | 'json';

/** The format of an exported file. */
export type ExportShape = {
  format: ExportFormat;
  /** The field names in the order of the columns. */
  names: readonly string[];
  /** Whether values are decrypted. Sealed values are exported with the record's id, which decrypting needs. */
  open: boolean;
  /** Whether values are escaped in CSV that a spreadsheet would run as formulas. */
  escaped: boolean;
  /** Whether CSV begins with a byte-order mark, by which spreadsheets detect its encoding; true by default. */
  byteOrderMark?: boolean;
};

/** A sealed or decrypted record. */
type ExportedRecord = {
  id: string;
  schema: string;
  data: Readonly<Record<string, string | number>>;
  /** Of sealed records; needed for decrypting. */
  field_set?: string | undefined;
};

/**
 * The head, the records and the foot of a file. Decrypted files can be uploaded again: CSV has exactly the schema's columns,
 * JSON is a list of `{id, schema, data, field_set}`, the last for sealed records only.
 */
export function exportText({ format, names, open, escaped, byteOrderMark = true }: ExportShape) {
  const line = (cells: readonly string[]) => csvText(cells, escaped ? 'escaped' : 'as they are');
  const idHead = open ? [] : ['id'];
  if (format === 'csv')
    return {
      head: (byteOrderMark ? '\uFEFF' : '') + line([...idHead, ...names]),
      record: ({ id, data }: ExportedRecord): string =>
        line([...(open ? [] : [id]), ...names.map((name) => String(data[name] ?? ''))]),
      foot: '',
    };
  return {
    head: '[',
    record: ({ id, schema, data, field_set }: ExportedRecord, at: number): string =>
      `${at > 0 ? ',' : ''}\n${JSON.stringify({ id, schema, data, field_set })}`,
    foot: '\n]\n',
  };
}
