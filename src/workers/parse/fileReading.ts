/** How a chosen file is going to be read: as the person says, else as its first bytes suggest. */
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Delimiter, Encoding } from '@cloakroom/contract/parseOptions.ts';
import { linkInHeader } from '@cloakroom/ingest/csvHeader.ts';
import { delimiterOf, detectionBytes, encodingOf, firstRows } from '@cloakroom/ingest/detect.ts';
import { decodeHead } from '@cloakroom/ingest/encoding.ts';
import type { Format } from '@cloakroom/ingest/format.ts';
import type { Choices, ColumnMatches } from './choices.ts';

export type FileReading = {
  format: Format;
  encoding: Encoding;
  /** What the encoding seems to be of a file that is not UTF-8. No more than a guess: somebody has to look at the letters. */
  guess: Encoding | null;
  delimiter: Delimiter;
  /** Of CSV: the columns as the file names them, the schema's link left out. */
  header: string[];
  /** Of each column: its field, null where it is left out, undefined where nothing fits. */
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
  const seems = encodingOf(start);
  const encoding = choices.encoding ?? (seems.sure ? seems.encoding : 'utf-8');
  const guess = choices.encoding === undefined && !seems.sure ? seems.encoding : null;
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
    columns: columnsOf(header, names, choices.matches ?? []),
  };
}

/** Capitals, blanks and punctuation set aside. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Each column goes to the field that was chosen for it, else to that of its name, else to a free one of nearly its name. */
function columnsOf(header: string[], names: string[], matches: ColumnMatches): FileReading['columns'] {
  const chosen = new Map(matches.filter(([, field]) => field === null || names.includes(field)));
  const sure = header.map((name) =>
    chosen.has(name) ? chosen.get(name) : names.includes(name) ? name : undefined,
  );
  const free = names.filter((name) => !sure.includes(name));
  return sure.map((field, i) => {
    if (field !== undefined) return field;
    const like = free.filter((name) => plain(name) !== '' && plain(name) === plain(header[i] ?? ''));
    const rivals = header.filter((name) => plain(name) === plain(header[i] ?? ''));
    return like.length === 1 && rivals.length === 1 ? like[0] : undefined;
  });
}
