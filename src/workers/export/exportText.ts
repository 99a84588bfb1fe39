/** Records as the text of a file: CSV or JSON, sealed or opened. */
import { csvText } from '@cloakroom/ingest/csvText.ts';

export type ExportFormat = 'csv' | 'json';

/** How a file is written. */
export type ExportShape = {
  format: ExportFormat;
  /** In the order of the columns. */
  names: readonly string[];
  /** Whether values are readable. Sealed ones belong to a record's id, without which nobody can open them. */
  open: boolean;
  /** Keep a spreadsheet from running values as formulas, in CSV. */
  escaped: boolean;
};

/** A record, sealed or opened. */
type Written = {
  id: string;
  schema: string;
  data: Readonly<Record<string, string | number>>;
  /** Of sealed records: they are opened with it. */
  field_set?: string | undefined;
};

/** Begins a CSV file so that spreadsheets know its encoding. */
const mark = '\uFEFF';

/**
 * The parts of a file around its records. Readable files can be uploaded again: as CSV they have the schema's columns and no other,
 * as JSON a list of `{id, schema, data, field_set}`, the last for sealed ones.
 */
export function exportText({ format, names, open, escaped }: ExportShape) {
  const line = (cells: readonly string[]) => csvText(cells, escaped ? 'escaped' : 'as they are');
  const idHead = open ? [] : ['id'];
  if (format === 'csv')
    return {
      head: mark + line([...idHead, ...names]),
      record: ({ id, data }: Written): string =>
        line([...(open ? [] : [id]), ...names.map((name) => String(data[name] ?? ''))]),
      foot: '',
    };
  return {
    head: '[',
    record: ({ id, schema, data, field_set }: Written, at: number): string =>
      `${at > 0 ? ',' : ''}\n${JSON.stringify({ id, schema, data, field_set })}`,
    foot: '\n]\n',
  };
}
