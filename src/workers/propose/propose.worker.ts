/** Proposes a schema for one file off the main thread. */
import { expose } from 'comlink';
import { throttle } from '#src/shared/throttle.ts';
import type { FileFormat } from '#src/shared/proposedFile.ts';
import { proposeFile, type ProposalResult } from './proposeFile.ts';
import { renamedFile, type MemberFields } from './renamedFile.ts';
import { unpackedFile } from './unpackedFile.ts';

const proposer = {
  propose: (file: File, onRead: (bytes: number, size: number) => void): Promise<ProposalResult> =>
    proposeFile(file, throttle(onRead)),

  rename: (file: File, reading: FileFormat, fields: MemberFields): Promise<File> =>
    renamedFile(file, reading, fields),

  unpack: (file: File): Promise<File | null> => unpackedFile(file, () => undefined),
};

export type Proposer = typeof proposer;
expose(proposer);
