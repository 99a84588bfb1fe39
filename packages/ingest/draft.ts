/** A row as read, sorted into the schema's fields but not yet held against their rules. */
import type { Field } from '@cloakroom/contract/fields.ts';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import type { Format } from './format.ts';

/** Where rows are meant to go: fixed by the authorised route, never by the file. */
export type Target = { schemaId: string; fields: readonly Field[] };

/** A value as the file has it. Numbers are their own decimal text; `other` says what a field cannot be. */
export type RawValue =
  | { type: 's'; text: string }
  | { type: 'n'; text: string }
  | { type: 'other'; what: 'true' | 'false' | 'an object' | 'a list' };

/** One value of each field of a row, by the field's number; undefined when absent. */
export type Values = { value(number: number): RawValue | undefined };

export type Draft<Row extends Values = Values> = {
  /** The line of a CSV file on which the row starts, from 1, or the index of a JSON item, from 0. */
  row: number;
  /** Null when the row has no such shape. */
  values: Row | null;
  /** What reading alone has found wrong. */
  problems: readonly RowProblem[];
  /** The row's cells as the file has them, or an item's values in the fields' order. */
  written(): string[];
};

/** How messages call a row: `17`, a line of CSV, or `[12]`, an index of JSON. */
export const rowLabel = (format: Format, row: number): string =>
  format === 'csv' ? String(row) : `[${row}]`;

export const noProblems: readonly RowProblem[] = [];

/** A value for a message: quoted, on one line, cut after 60 characters. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** The same for what needs no quotes. */
export const shownPlain = (text: string): string => shown(text).slice(1, -1);

/** A value as a person may read it; '' where there is none. */
export const readable = (value: RawValue | undefined): string =>
  value === undefined ? '' : 'text' in value ? value.text : value.what;
