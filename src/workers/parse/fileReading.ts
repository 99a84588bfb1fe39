/** Encoding, delimiter and columns of a file: chosen by the user, or detected from its first bytes. */
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Delimiter, Encoding } from '@cloakroom/contract/parseOptions.ts';
import { linkInHeader } from '@cloakroom/ingest/csvHeader.ts';
import { delimiterOf, detectionBytes, encodingOf, firstRows } from '@cloakroom/ingest/detect.ts';
import { decodeHead } from '@cloakroom/ingest/encoding.ts';
import type { Format } from '@cloakroom/ingest/format.ts';
import type { Choices, ColumnMatches } from './choices.ts';
import { matchColumns } from '@cloakroom/ingest/matchColumns.ts';

export type FileReading = {
  format: Format;
  encoding: Encoding;
  /** The likely encoding of a file that is not UTF-8, to be confirmed by the user. */
  guess: Encoding | null;
  delimiter: Delimiter;
  /** CSV: the names of the columns, without the schema's link. */
  header: string[];
  /** The field of each column; null: the column is left out; undefined: no field matches. */
  columns: (string | null | undefined)[];
};

/** @param head - the file's first bytes. */
export function fileReading(
  head: Uint8Array,
  format: Format,
  fields: readonly Field[],
  choices: Choices,
): FileReading {
  const start = head.subarray(0, detectionBytes);
  const detected = encodingOf(start);
  const encoding = choices.encoding ?? (detected.sure ? detected.encoding : 'utf-8');
  const guess = choices.encoding === undefined && !detected.sure ? detected.encoding : null;
  if (format !== 'csv') return { format, encoding, guess, delimiter: ',', header: [], columns: [] };
  const text = decodeHead(head, encoding);
  const names = fields.map(({ name }) => name);
  const delimiter = choices.delimiter ?? delimiterOf(decodeHead(start, encoding), names);
  const [first = []] = firstRows(text, delimiter, 1, true).rows;
  const header = linkInHeader(first) === null ? first : first.slice(0, -1);
  return {
    format,
    encoding,
    guess,
    delimiter,
    header,
    columns:
      choices.columns?.length === header.length
        ? [...choices.columns]
        : columnsOf(header, names, choices.matches ?? []),
  };
}

/** Assigns each column to its chosen field, else to the field of its name, else to a field with a similar name. */
function columnsOf(header: string[], names: string[], matches: ColumnMatches): FileReading['columns'] {
  const chosen = new Map(matches.filter(([, field]) => field === null || names.includes(field)));
  const assigned = header.map((name) =>
    chosen.has(name) ? chosen.get(name) : names.includes(name) ? name : undefined,
  );
  return matchColumns(header, names, assigned);
}
