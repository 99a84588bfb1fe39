/** Seals one upload in all threads. */
import { ChunkSender } from './chunkChannel.ts';
import type { SealTask } from './segmentWriter.ts';
import type { SealResult } from './sealRows.ts';
import type { RunningShare, SealThreads } from './sealThreads.ts';
import type { SpooledSegment } from './storedJob.ts';

/**
 * Seals a body, which is read as fast as it is sealed. The rest of a bad body is not read. No thread uses the task's
 * folder after this settles.
 * @param onRead - is called with the rows that the first thread and the bytes that all threads have read so far.
 * @throws when the body breaks off, a thread fails, or the signal is aborted (its reason).
 */
export async function sealUpload(
  task: SealTask,
  body: AsyncIterable<Uint8Array>,
  threads: SealThreads,
  { onRead, signal }: { onRead: (rows: number, bytes: number) => void; signal: AbortSignal },
): Promise<SealResult> {
  signal.throwIfAborted();
  const threadCount = threads.count;
  const shares: RunningShare[] = [];
  const sender = new ChunkSender(threadCount, (thread, chunk) =>
    shares[thread]!.post({ chunk }, [chunk.buffer]),
  );
  let rowsRead = 0;
  const bytesRead = Array<number>(threadCount).fill(0);
  const outcomes = Array.from({ length: threadCount }, (_, at) => {
    return new Promise<SealResult>((onSealed, onFailed) => {
      const share = threads.begin(task.upload[0]! + at, {
        onBytes: (bytes) => {
          bytesRead[at]! += bytes;
          sender.read(at, bytes);
        },
        onRows: (rows) => rows > rowsRead && onRead((rowsRead = rows), Math.min(...bytesRead)),
        onSealed,
        onFailed,
      });
      share.post({ task, share: { at, of: threadCount } });
      shares.push(share);
    });
  });
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: done.signal }),
  );
  const sending = (async () => {
    for await (const chunk of body) {
      await sender.send(chunk);
      if (done.signal.aborted) return;
    }
    for (const share of shares) share.post({ end: true });
  })();
  const sealed = firstRefusalOrAll(outcomes);
  try {
    return await Promise.race([sealed, aborted, sending.then(() => sealed)]);
  } finally {
    done.abort();
    sender.close();
    for (const share of shares) share.post({ drop: true });
    await Promise.allSettled(outcomes);
  }
}

/** What the shares come to: the first refusal, or all segments in the order of their records. */
const firstRefusalOrAll = (outcomes: Promise<SealResult>[]): Promise<SealResult> =>
  new Promise((resolve, reject) => {
    for (const outcome of outcomes) outcome.then((one) => one.good || resolve(one), reject);
    Promise.all(outcomes).then((all) => resolve(mergeResults(all)), reject);
  });

const firstOf = ({ entry }: SpooledSegment) => entry.ranges[0]!.first;

function mergeResults(all: SealResult[]): SealResult {
  const segments: SpooledSegment[] = [];
  let [records, leftOut] = [0, 0];
  for (const one of all) {
    if (!one.good) return one;
    ({ records, leftOut } = one);
    segments.push(...one.segments);
  }
  return { good: true, records, leftOut, segments: segments.sort((a, b) => firstOf(a) - firstOf(b)) };
}
