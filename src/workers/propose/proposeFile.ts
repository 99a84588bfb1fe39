/** Reads a whole file and proposes the fields of a schema for it. */
import { delimiterOf, detectionBytes, encodingOf } from '@cloakroom/ingest/detect.ts';
import { decodeHead } from '@cloakroom/ingest/encoding.ts';
import { formatOf } from '@cloakroom/ingest/format.ts';
import { messages } from '@cloakroom/ingest/messages.ts';
import { proposeFields } from '@cloakroom/ingest/proposeFields.ts';
import { RowsError } from '@cloakroom/ingest/rowsError.ts';
import type { FileChoices, ProposedFile } from '#src/shared/proposedFile.ts';
import { bytesOf, fileChunks } from '#src/workers/parse/fileChunks.ts';
import { unpackedFile } from './unpackedFile.ts';

export type ProposalResult = { ok: true; proposed: ProposedFile } | { ok: false; reason: string };

const refused = (reason: string): ProposalResult => ({ ok: false, reason });

/**
 * Detects a file's format, encoding and delimiter, unless they are chosen, and goes through all of its rows.
 * @param onRead - called, possibly often, with the number of bytes read so far and of all bytes.
 * @throws {Failure} `invalid` if the file can't be read.
 */
export async function proposeFile(
  file: File,
  choices: FileChoices,
  onRead: (bytes: number, size: number) => void,
): Promise<ProposalResult> {
  try {
    const unpacked = await unpackedFile(file, (bytes) => onRead(bytes, 2 * file.size));
    const content = unpacked ?? file;
    if (content.size === 0) return refused(messages.empty);
    const head = await bytesOf(content.slice(0, detectionBytes));
    const format = formatOf(content.name, content.type, head);
    if (format === null) return refused(messages.wrongType);
    const detected = encodingOf(head);
    const encoding = choices.encoding ?? detected.encoding;
    const isSure = choices.encoding !== undefined || detected.sure;
    const delimiter =
      format === 'csv' ? (choices.delimiter ?? delimiterOf(decodeHead(head, encoding), [])) : ',';
    const onChunk = (bytes: number) =>
      unpacked ? onRead(content.size + bytes, 2 * content.size) : onRead(bytes, content.size);
    const proposal = await proposeFields({
      chunks: fileChunks(content, onChunk),
      format,
      encoding,
      delimiter,
    });
    return {
      ok: true,
      proposed: { ...proposal, reading: { format, encoding, isSure, delimiter }, unpacked },
    };
  } catch (thrown) {
    if (thrown instanceof RowsError) return refused(thrown.sentence);
    throw thrown;
  }
}
