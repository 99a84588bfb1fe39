/** Proposes a schema for one file off the main thread. */
import { expose } from 'comlink';
import { unfitValues, type ChosenField, type UnfitValues } from '@cloakroom/ingest/unfitValues.ts';
import { throttle } from '#src/shared/throttle.ts';
import type { FileChoices, FileFormat } from '#src/shared/proposedFile.ts';
import { fileChunks } from '#src/workers/parse/fileChunks.ts';
import { proposeFile, type ProposalResult } from './proposeFile.ts';
import { fileWithRenamedMembers, type MemberFields } from './fileWithRenamedMembers.ts';
import { unpackedFile } from './unpackedFile.ts';

const proposer = {
  propose: (
    file: File,
    choices: FileChoices,
    onRead: (bytes: number, size: number) => void,
  ): Promise<ProposalResult> => proposeFile(file, choices, throttle(onRead)),

  findUnfit: (
    file: File,
    reading: FileFormat,
    chosen: readonly ChosenField[],
  ): Promise<Map<number, UnfitValues>> =>
    unfitValues({ chunks: fileChunks(file, () => undefined), ...reading }, chosen),

  rename: (file: File, reading: FileFormat, fields: MemberFields): Promise<File> =>
    fileWithRenamedMembers(file, reading, fields),

  unpack: (file: File): Promise<File | null> => unpackedFile(file, () => undefined),
};

export type Proposer = typeof proposer;
expose(proposer);
