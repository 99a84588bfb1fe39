/** Reads a table of the clipboard, and validates its rows as new records. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { recordLimits } from '@cloakroom/contract/records.ts';
import type { NewValues } from '#src/machines/recordEdit/types.ts';
import { matchColumns } from '@cloakroom/ingest/matchColumns.ts';
import { controlName, recordFormSchema, valuesOf } from '../edit/recordForm.ts';

/** Rows that are stored with one call. */
export const maxPastedRows = recordLimits.ingest;

/** For each column of the table the name of its field; null leaves it out. */
export type Assignment = (string | null)[];

/**
 * The cells of a table, separated by tabs as spreadsheets copy them, else by commas or semicolons. Lines without any text are
 * left out, and short lines filled up.
 */
export async function readTable(text: string): Promise<string[][]> {
  const { default: Papa } = await import('papaparse');
  const { data } = Papa.parse<string[]>(text, {
    ...(text.includes('\t') ? { delimiter: '\t' } : { delimitersToGuess: [',', ';'] }),
    skipEmptyLines: 'greedy',
  });
  const width = Math.max(0, ...data.map((line) => line.length));
  return data.map((line) => [...line, ...Array<string>(width - line.length).fill('')]);
}

/** The fields that headings name; null if a heading names none, so that the line holds values. */
export function fieldsOfHeadings(line: readonly string[], fields: readonly Field[]): Assignment | null {
  const names = fields.map(({ name }) => name);
  const exact = line.map((heading) => (names.includes(heading.trim()) ? heading.trim() : undefined));
  const matched = matchColumns(line, names, exact);
  const isHeading = line.every((heading, at) => heading.trim() === '' || matched[at] !== undefined);
  return isHeading && matched.some((name) => name !== undefined) ? matched.map((name) => name ?? null) : null;
}

/** Columns by position, from the one in which the table is pasted. */
export function fieldsByPosition(count: number, columns: readonly string[], first: string): Assignment {
  const start = Math.max(0, columns.indexOf(first));
  return Array.from({ length: count }, (_, at) => columns[start + at] ?? null);
}

export type PastedRow = {
  /** The cells as they were pasted. */
  cells: readonly string[];
  /** The values that would be stored. */
  values: NewValues;
  /** "age: 200 is above the maximum of 150." */
  problems: string[];
};

/** The rows as they would be stored, validated by the rules of an upload. */
export function pastedRows(
  lines: readonly (readonly string[])[],
  assignment: Assignment,
  fields: readonly Field[],
): PastedRow[] {
  const schema = recordFormSchema(fields);
  return lines.map((line) => {
    const typed = Object.fromEntries(
      fields.map(({ name }, at) => [controlName(at), line[assignment.indexOf(name)] ?? '']),
    );
    const { error } = schema.safeParse(typed);
    const problems = (error?.issues ?? []).map(({ path, message }) => {
      const field = fields.find((_, at) => controlName(at) === path[0]);
      return `${field?.name ?? ''}: ${message}`;
    });
    return { cells: line, values: valuesOf(fields, typed), problems };
  });
}
