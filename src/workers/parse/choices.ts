/** The choices for reading a file that is to be uploaded, kept for as long as the file. */
import type { Delimiter, Encoding, ParseOptions, RowChoice } from '@cloakroom/contract/parseOptions.ts';

/** The field of each column, by the column's name; null leaves it out. Other columns are matched by name. */
export type ColumnMatches = readonly (readonly [column: string, field: string | null])[];

export type Choices = {
  encoding?: Encoding;
  delimiter?: Delimiter;
  matches?: ColumnMatches;
  /** The field of each column by its position, for a header that may name a column twice. Null leaves the column out. */
  columns?: readonly (string | null)[];
  rows?: RowChoice;
  links?: ParseOptions['links'];
};

const chosen = new WeakMap<File, Promise<Choices>>();

/** Sets the choices for a file, or a promise of them. */
export const setFileChoices = (file: File, choices: Choices | Promise<Choices>): void => {
  chosen.set(file, Promise.resolve(choices));
};

/** The choices for a file; none by default. */
export const getFileChoices = async (file: File): Promise<Choices> => (await chosen.get(file)) ?? {};
