/** Hands one upload to a sealing thread. */
import { Worker } from 'node:worker_threads';
import { ChunkSender, chunkRead } from './chunks.ts';
import type { SealOrder } from './sealOrder.ts';
import type { Sealed } from './sealRows.ts';
import type { SealNews } from './sealThread.ts';

const file = new URL('./seal.worker.mjs', import.meta.url);

/**
 * Seal a body in a thread of its own, which is gone when this settles, however it settles. The body is read as fast as
 * it can be sealed; when it turns out bad before its end, the rest stays unread.
 * @throws when the body breaks off, the thread fails, or the signal is aborted (its reason).
 */
export async function seal(
  order: SealOrder,
  body: AsyncIterable<Uint8Array>,
  { onRows, signal }: { onRows: (rows: number) => void; signal: AbortSignal },
): Promise<Sealed> {
  signal.throwIfAborted();
  const worker = new Worker(file, { name: 'seal', workerData: order, execArgv: [] });
  const sender = new ChunkSender((message, transfer) => worker.postMessage(message, transfer));
  const over = new AbortController();
  const news = new Promise<Sealed>((resolve, reject) => {
    worker.on('message', (message: SealNews | typeof chunkRead) => {
      if (message === chunkRead) sender.read();
      else if ('rows' in message) onRows(message.rows);
      else resolve(message.sealed);
    });
    worker.once('error', (error) => reject(withoutText(error)));
    worker.once('exit', (code) => reject(new Error(`The sealing thread ended early (${code}).`)));
    signal.addEventListener('abort', () => reject(signal.reason as Error), {
      once: true,
      signal: over.signal,
    });
  });
  const sending = (async () => {
    for await (const chunk of body) {
      await sender.send(chunk);
      if (over.signal.aborted) return;
    }
    sender.end();
  })();
  try {
    return await Promise.race([news, sending.then(() => news)]);
  } finally {
    over.abort();
    sender.close();
    await worker.terminate();
  }
}

/** An error of the thread without its words, which may hold a value: where it happened is enough to find it. */
function withoutText(error: Error): Error {
  const silent = new Error('The sealing thread failed.');
  silent.stack = `${silent.message}\n${(error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')}`;
  return silent;
}
