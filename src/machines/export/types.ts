/** Context, events and actors of an export. `effects.ts` provides the actors. */
import { fromCallback } from 'xstate';
import type { Failure } from '#src/shared/failure.ts';
import type { ExportOrder } from '#src/shared/exportOrder.ts';
import { unprovided } from '../unprovided.ts';

/** What is exported, and to which file. */
export type ExportTarget = {
  order: ExportOrder;
  /** The schema's name, and the address of its records. */
  title: string;
  path: string;
  /** The name of the file. */
  name: string;
  /** The file that the user chose; null where the browser has no file picker: then it is downloaded. */
  handle: WritableFile | null;
  /** The number of records that the page shows, until the response contains it. */
  total: number;
};

/** A file of the file picker. Chromium can remove it. */
export type WritableFile = FileSystemFileHandle & { remove?: () => Promise<void> };

export type ExportContext = ExportTarget & {
  written: number;
  /** Records a second since the export began or continued; null until it can be computed. */
  rate: number | null;
  /** The first report since then. */
  since: { at: number; written: number } | null;
  failure: Failure | null;
  /** The finished file, if it is downloaded. */
  file: Blob | null;
};

export type ExportEvent =
  /** `at`: milliseconds of a monotonic clock. */
  | { type: 'records.written'; written: number; total: number; at: number }
  | { type: 'export.completed'; records: number; file: Blob | null }
  | { type: 'export.interrupted'; failure: Failure }
  /** Continues after the last record. */
  | { type: 'again.pressed' }
  /** Saves the downloaded file once more. */
  | { type: 'save.pressed' };

/** Writes the records. It lives as long as the export, so that an interrupted export can continue. */
export const writeRecords = fromCallback<ExportEvent, ExportContext>(unprovided);
