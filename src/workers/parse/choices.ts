/** What a person has chosen for a file that waits to be uploaded. It goes with the file. */
import type { Delimiter, Encoding, RowChoice } from '@cloakroom/contract/parseOptions.ts';

/** By a column's name in the file: its field, or null to leave it out. Other columns are matched by name. */
export type ColumnMatches = readonly (readonly [column: string, field: string | null])[];

export type Choices = {
  encoding?: Encoding;
  delimiter?: Delimiter;
  matches?: ColumnMatches;
  rows?: RowChoice;
};

const chosen = new WeakMap<File, Promise<Choices>>();

/** Choose for a file, also with what has still to be looked up. */
export const setFileChoices = (file: File, choices: Choices | Promise<Choices>): void => {
  chosen.set(file, Promise.resolve(choices));
};

/** What was chosen for a file: nothing, unless somebody did. */
export const getFileChoices = async (file: File): Promise<Choices> => (await chosen.get(file)) ?? {};
