/** Runs one merge, conversion, rebuild or regrouping in a worker thread. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { UnreadableRecord } from '@cloakroom/sealed-index/compaction/regroupRecords.ts';
import type {
  CompactionEvent,
  CompactionTask,
  ConversionTask,
  RebuildTask,
  RegroupTask,
} from './compactSegments.ts';

const file = createRequire(import.meta.url).resolve('@cloakroom/proxy/compaction/compaction.worker.mjs');

/**
 * Merges, converts or rebuilds in a new thread, which is terminated before the promise settles.
 * @throws {Error} the reason of the failure; the signal's reason if it is aborted.
 */
export async function runCompaction(
  task: CompactionTask | ConversionTask | RebuildTask,
  signal: AbortSignal,
): Promise<SegmentEntry> {
  const [entry] = await runInThread(task, signal);
  return entry!;
}

/** The same for sealing records in groups. @throws {UnreadableRecord} as well. */
export const runRegrouping = (task: RegroupTask, signal: AbortSignal): Promise<SegmentEntry[]> =>
  runInThread(task, signal);

async function runInThread(
  task: CompactionTask | ConversionTask | RebuildTask | RegroupTask,
  signal: AbortSignal,
): Promise<SegmentEntry[]> {
  signal.throwIfAborted();
  const worker = new Worker(file, { name: 'compaction', workerData: task, execArgv: [] });
  const settled = new AbortController();
  try {
    return await new Promise<SegmentEntry[]>((resolve, reject) => {
      worker.once('message', (event: CompactionEvent) => {
        if ('stored' in event) resolve(event.stored);
        else if ('failed' in event) reject(new Error(event.failed));
        else reject(new UnreadableRecord(event.unreadable));
      });
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The compaction thread ended early (${code}).`)));
      signal.addEventListener('abort', () => reject(signal.reason as Error), {
        once: true,
        signal: settled.signal,
      });
    });
  } finally {
    settled.abort();
    await worker.terminate();
  }
}
