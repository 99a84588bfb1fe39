/** Proposes schemas for files in workers. */
import { proxy } from 'comlink';
import { withWorker } from '#src/workers/withWorker.ts';
import type { ChosenField, UnfitValues } from '@cloakroom/ingest/unfitValues.ts';
import type { Proposer } from './propose.worker.ts';
import type { FileChoices, FileFormat } from '#src/shared/proposedFile.ts';
import type { ProposalResult } from './proposeFile.ts';
import type { MemberFields } from './fileWithRenamedMembers.ts';

const createWorker = () =>
  new Worker(new URL('./propose.worker.ts', import.meta.url), { type: 'module', name: 'propose' });

type ReadOptions = {
  /** How the file is read; detected by default. */
  choices: FileChoices;
  onRead: (bytes: number, size: number) => void;
  signal: AbortSignal;
};

/** Proposes the fields of a file. Aborting the signal terminates the worker. */
export const proposeInWorker = (
  file: File,
  { choices, onRead, signal }: ReadOptions,
): Promise<ProposalResult> =>
  withWorker<Proposer, ProposalResult>(
    createWorker,
    (api) => api.propose(file, choices, proxy(onRead)),
    signal,
  );

/** The values of a file that do not fit the fields chosen for its columns, by position in `chosen`. */
export const findUnfitInWorker = (
  file: File,
  reading: FileFormat,
  chosen: readonly ChosenField[],
  signal: AbortSignal,
): Promise<Map<number, UnfitValues>> =>
  withWorker<Proposer, Map<number, UnfitValues>>(
    createWorker,
    (api) => api.findUnfit(file, reading, chosen),
    signal,
  );

/** Rewrites a JSON file so that its members have the names of their fields. */
export const renameInWorker = (
  file: File,
  reading: FileFormat,
  fields: MemberFields,
  signal: AbortSignal,
): Promise<File> =>
  withWorker<Proposer, File>(createWorker, (api) => api.rename(file, reading, fields), signal);

/** The content of a compressed file or a spreadsheet; null if it is neither. */
export const unpackInWorker = (file: File, signal: AbortSignal): Promise<File | null> =>
  withWorker<Proposer, File | null>(createWorker, (api) => api.unpack(file), signal);
