/** Hands one merge, or one rebuilding of an index, to a thread. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { CompactionEvent, CompactionTask, RebuildTask } from './compactionTask.ts';

const file = createRequire(import.meta.url).resolve('@cloakroom/proxy/compaction/compaction.worker.mjs');

/**
 * Merge or rebuild in a thread of its own, which is gone when this settles, however it settles.
 * @throws {Error} saying why there is no new segment; the signal's reason when it is aborted.
 */
export async function runCompaction(
  order: CompactionTask | RebuildTask,
  signal: AbortSignal,
): Promise<SegmentEntry> {
  signal.throwIfAborted();
  const worker = new Worker(file, { name: 'merge', workerData: order, execArgv: [] });
  const over = new AbortController();
  try {
    return await new Promise<SegmentEntry>((resolve, reject) => {
      worker.once('message', (news: CompactionEvent) =>
        'merged' in news ? resolve(news.merged) : reject(new Error(news.failed)),
      );
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The merging thread ended early (${code}).`)));
      signal.addEventListener('abort', () => reject(signal.reason as Error), {
        once: true,
        signal: over.signal,
      });
    });
  } finally {
    over.abort();
    await worker.terminate();
  }
}
