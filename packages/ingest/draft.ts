/** A parsed row whose values are assigned to fields but not yet validated. */
import type { Field } from '@cloakroom/contract/fields.ts';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import type { Format } from './format.ts';

/** The schema of the rows: chosen by the authorized call, not by the file. */
export type RecordTarget = {
  schemaId: string;
  fields: readonly Field[];
  /** Whether rows that name another schema are read like the others. */
  ignoresLinks?: boolean;
};

/** A value as in the file. Numbers are decimal text; no field accepts `other`. */
export type RawValue =
  | { type: 's'; text: string }
  | { type: 'n'; text: string }
  | { type: 'other'; what: 'true' | 'false' | 'an object' | 'a list' };

/** One value of each field of a row, by the field's number; undefined if absent. */
export type Values = { value(number: number): RawValue | undefined };

export type Draft<Row extends Values = Values> = {
  /** The line of a CSV file on which the row starts, from 1, or the index of a JSON item, from 0. */
  row: number;
  /** Null if the row cannot be assigned to fields. */
  values: Row | null;
  /** Problems found by the parser. */
  problems: readonly RowProblem[];
  /** Whether one of the problems is that an item names another schema. */
  namesOtherSchema?: boolean;
  /** The row's cells as in the file, or an item's values in the fields' order. */
  written(): string[];
};

/** The name of a row in messages: `17`, a line of CSV, or `[12]`, an index of JSON. */
export const rowLabel = (format: Format, row: number): string =>
  format === 'csv' ? String(row) : `[${row}]`;

export const noProblems: readonly RowProblem[] = [];

/** A value for a message: in quotes, on one line, cut after 60 characters. */
export const quoteExcerpt = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** The same without quotes. */
export const excerpt = (text: string): string => quoteExcerpt(text).slice(1, -1);

/** A value as text for a person; '' if there is none. */
export const displayText = (value: RawValue | undefined): string =>
  value === undefined ? '' : 'text' in value ? value.text : value.what;
