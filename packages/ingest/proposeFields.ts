/** Proposes the fields of a schema for a file, from one pass over all of its rows. */
import type { Encoding } from '@cloakroom/contract/parseOptions.ts';
import { textBetween, type Kind } from './cells.ts';
import { ColumnSummary, type ProposedType } from './columnSummary.ts';
import { readCsvLines } from './csv.ts';
import { linkInHeader } from './csvHeader.ts';
import type { CsvLine } from './csvLine.ts';
import type { Chunks } from './decode.ts';
import { toUtf8 } from './encoding.ts';
import { fieldNames } from './fieldNames.ts';
import type { Format } from './format.ts';
import { jsonItems } from './jsonRecords.ts';
import { JsonValueReader, type JsonValue } from './jsonValues.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { RowsError } from './rowsError.ts';

export type ProposedField = ProposedType & {
  /** The heading of the column, or the name of the member. */
  heading: string;
  name: string;
  required: boolean;
  /** Up to three of its values, shortened to 60 characters. */
  samples: string[];
};

export type FileProposal = {
  /** In the order of the file. */
  fields: ProposedField[];
  rows: number;
  /** Rows that no schema fits: lines with more or fewer cells than the header, items that are not objects. */
  oddRows: number;
};

export type ProposalSource = {
  chunks: Chunks;
  format: Format;
  /** UTF-8 by default. */
  encoding?: Encoding;
  /** For CSV; a comma by default. */
  delimiter?: string;
};

/**
 * Proposes a field for each column of CSV or member of JSON. All values of the file fit the proposed fields. Memory does not grow
 * with the file: each column keeps its lowest and highest number, up to 20 distinct strings and three samples.
 *
 * @example `name,zip,age\nAda,01234,36\nBob,94105,52\n` gives the text field `name`, the text field `zip`, because 01234 would lose its zero as
 * a number, and the whole number `age` from 20 to 60, all of them required.
 *
 * @throws {RowsError} as the readers of both formats, and `empty` if there is no row.
 */
export async function proposeFields({
  chunks,
  format,
  encoding = 'utf-8',
  delimiter = ',',
}: ProposalSource): Promise<FileProposal> {
  const utf8 = toUtf8(chunks, encoding);
  const columns = format === 'csv' ? new CsvColumns() : new JsonColumns();
  const windows =
    columns instanceof CsvColumns
      ? readCsvLines(utf8, (row) => columns.add(row), { delimiter })
      : jsonItems(
          utf8,
          (cursor) => columns.items.read(cursor),
          (item) => columns.add(item),
          format === 'ndjson',
        );
  for await (const _ of windows);
  const { rows, oddRows, found } = columns;
  if (rows === 0) throw new RowsError('empty', messages.empty);
  const names = fieldNames(found.map(({ heading }) => heading));
  const fields = found.map(({ heading, summary, isAlwaysPresent }, column): ProposedField => ({
    heading,
    name: names[column]!,
    ...summary.propose(),
    required: isAlwaysPresent,
    samples: summary.samples,
  }));
  return { fields, rows, oddRows };
}

type FoundColumn = { heading: string; summary: ColumnSummary; isAlwaysPresent: boolean };

class CsvColumns {
  rows = 0;
  oddRows = 0;
  private headings: string[] | null = null;
  private summaries: ColumnSummary[] = [];

  add(row: CsvLine): void {
    if (this.headings === null) {
      const cells = row.copies();
      this.headings = linkInHeader(cells) === null ? cells : cells.slice(0, -1);
      this.summaries = this.headings.map(() => new ColumnSummary());
      return;
    }
    this.rows++;
    const { cells, count } = row;
    const width = this.summaries.length;
    const isPadded = count === width + 1 && cells.from[width] === cells.to[width];
    if (count !== width && !isPadded) {
      this.oddRows++;
      return;
    }
    for (let column = 0; column < width; column++) {
      const [from, to] = [cells.from[column]!, cells.to[column]!];
      if (from !== to)
        this.summaries[column]!.addCell(textBetween(cells.text, cells.kind[column] as Kind, from, to));
    }
  }

  get found(): FoundColumn[] {
    const fullRows = this.rows - this.oddRows;
    return this.summaries.map((summary, column) => ({
      heading: this.headings?.[column] ?? '',
      summary,
      isAlwaysPresent: fullRows > 0 && summary.values === fullRows,
    }));
  }
}

class JsonColumns {
  rows = 0;
  oddRows = 0;
  readonly items = new JsonValueReader();
  private readonly byName = new Map<string, ColumnSummary>();

  add(item: Map<string, JsonValue> | null): void {
    this.rows++;
    if (item === null) this.oddRows++;
    else for (const [name, value] of item) addJson(this.summaryOf(name), value);
  }

  /** @throws {RowsError} `too-large` */
  private summaryOf(name: string): ColumnSummary {
    const known = this.byName.get(name);
    if (known) return known;
    if (this.byName.size === limits.columns)
      throw new RowsError('too-large', `The items have more than ${limits.columns} different members.`);
    const summary = new ColumnSummary();
    this.byName.set(name, summary);
    return summary;
  }

  get found(): FoundColumn[] {
    const fullRows = this.rows - this.oddRows;
    return [...this.byName].map(([heading, summary]) => ({
      heading,
      summary,
      isAlwaysPresent: fullRows > 0 && summary.values === fullRows,
    }));
  }
}

function addJson(summary: ColumnSummary, { value, text }: JsonValue): void {
  if (value === undefined) return;
  if (value.type === 's') summary.addText(value.text);
  else if (value.type === 'n') summary.addNumber(value.text);
  else if (value.what === 'true' || value.what === 'false') summary.addBoolean(value.what);
  else summary.addNested(text);
}
