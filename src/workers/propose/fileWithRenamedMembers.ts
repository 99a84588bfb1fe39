/** Rewrites a JSON file: renames its members and converts their values to strings. */
import { renameMembers, type MemberField } from '@cloakroom/ingest/renameMembers.ts';
import { fileChunks } from '#src/workers/parse/fileChunks.ts';
import { TextParts } from '#src/workers/textParts.ts';
import type { FileFormat } from '#src/shared/proposedFile.ts';

/** The field of each member of the file, by the member's name. */
export type MemberFields = ReadonlyMap<string, MemberField>;

/**
 * Writes the items of a JSON file, one per line, as {@link renameMembers} does.
 * @throws {Failure | RowsError} if the file can't be read.
 */
export async function fileWithRenamedMembers(
  file: File,
  { format, encoding }: FileFormat,
  fields: MemberFields,
): Promise<File> {
  if (format === 'csv') return file;
  const parts = new TextParts();
  const chunks = fileChunks(file, () => undefined);
  for await (const piece of renameMembers({ chunks, format, encoding }, fields)) parts.add(piece);
  return new File(parts.all(), `${file.name.replace(/\.[^.]*$/, '')}.ndjson`, {
    lastModified: file.lastModified,
  });
}
