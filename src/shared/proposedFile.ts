/** A file that was read for a proposal, between the worker and the machine. */
import type { Delimiter, Encoding } from '@cloakroom/contract/parseOptions.ts';
import type { Format } from '@cloakroom/ingest/format.ts';
import type { FileProposal } from '@cloakroom/ingest/proposeFields.ts';

/** How a file is read. */
export type FileFormat = {
  format: Format;
  encoding: Encoding;
  /** Whether the encoding is certain. Otherwise it is the most likely encoding of a file that is not UTF-8. */
  isSure: boolean;
  delimiter: Delimiter;
};

/** The settings for reading a file that the user has chosen. */
export type FileChoices = Partial<Pick<FileFormat, 'encoding' | 'delimiter'>>;

export type ProposedFile = FileProposal & {
  reading: FileFormat;
  /** The content of a compressed file or a spreadsheet; null if the file itself is uploaded. */
  unpacked: File | null;
};
