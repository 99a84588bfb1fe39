/** A JSON file with other names and with values of any type as texts. */
import { renamedJson, type MemberField } from '@cloakroom/ingest/renamedJson.ts';
import { fileChunks } from '#src/workers/parse/fileChunks.ts';
import type { FileFormat } from '#src/shared/proposedFile.ts';

/** The number of characters buffered before they go into a blob, which is not in the worker's memory. */
const partCharacters = 4 * 1024 * 1024;

/** The field of each member of the file, by the member's name. */
export type MemberFields = ReadonlyMap<string, MemberField>;

/**
 * Writes the items of a JSON file one a line, as {@link renamedJson} does.
 * @throws {Failure | RowsError} if the file can't be read.
 */
export async function renamedFile(
  file: File,
  { format, encoding }: FileFormat,
  fields: MemberFields,
): Promise<File> {
  if (format === 'csv') return file;
  const parts: Blob[] = [];
  let text = '';
  const chunks = fileChunks(file, () => undefined);
  for await (const piece of renamedJson({ chunks, format, encoding }, fields)) {
    text += piece;
    if (text.length < partCharacters) continue;
    parts.push(new Blob([text]));
    text = '';
  }
  return new File([...parts, text], `${file.name.replace(/\.[^.]*$/, '')}.ndjson`, {
    lastModified: file.lastModified,
  });
}
