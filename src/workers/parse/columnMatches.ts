/** The fields that a person has chosen for the columns of files, remembered for each schema. */
import { z } from 'zod';
import { localCache } from '#src/shared/storage/localCache.ts';
import { setFileChoices, type ColumnMatches } from './choices.ts';

const SavedMatches = z.array(z.tuple([z.string(), z.string().nullable()])).catch([]);
const keyOf = (schemaId: string) => `columns/${schemaId}`;

/** Applies the column matches of the last file for this schema to a new one. */
export const recallMatches = (file: File, schemaId: string): void =>
  setFileChoices(
    file,
    localCache.get(keyOf(schemaId)).then((saved) => ({ matches: SavedMatches.parse(saved) })),
  );

/** Adds matches to the saved ones; those of other columns stay. */
export async function saveMatches(schemaId: string, matches: ColumnMatches): Promise<void> {
  const saved = new Map(SavedMatches.parse(await localCache.get(keyOf(schemaId))));
  for (const [column, field] of matches) saved.set(column, field);
  await localCache.put(keyOf(schemaId), [...saved]);
}
