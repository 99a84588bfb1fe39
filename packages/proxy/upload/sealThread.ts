/** Seals shares of bodies away from the main thread, many side by side. Holds no logic of its own: what it does is tested in sealRows. */
import { parentPort } from 'node:worker_threads';
import { ChunkReceiver } from './chunks.ts';
import type { SealTask } from './sealTask.ts';
import { sealRows, type Sealed } from './sealRows.ts';
import type { SegmentShare } from './segmentShare.ts';

/** What a thread is told of a share: to begin it, its body chunk by chunk, its end, or that nobody wants it any more. */
export type SealRequest =
  { order: SealTask; share: SegmentShare } | { chunk: Uint8Array } | { end: true } | { drop: true };

/** What it says: bytes and rows read, and at last what became of them. An error has no words: they may hold a value. */
export type SealEvent =
  | { bytes: number }
  | { rows: number }
  | { sealed: Sealed }
  | { failed: { code: string | undefined; stack: string } };

/** Which share a message is about. */
export type Of<Message> = Message & { task: number };

if (!parentPort) throw new Error('This file runs in a thread of its own.');
const port = parentPort;
const say = (news: Of<SealEvent>) => port.postMessage(news);
const bodies = new Map<number, ChunkReceiver>();

port.on('message', (word: Of<SealRequest>) => {
  const { task } = word;
  if ('order' in word) {
    const body = new ChunkReceiver((bytes) => say({ task, bytes }));
    bodies.set(task, body);
    sealRows(word.order, body, (rows) => say({ task, rows }), word.share)
      .then(
        (sealed) => say({ task, sealed }),
        (error: unknown) => say({ task, failed: silenced(error as NodeJS.ErrnoException) }),
      )
      .finally(() => bodies.delete(task));
  } else if ('chunk' in word) bodies.get(task)?.put(word.chunk);
  else if ('end' in word) bodies.get(task)?.end();
  else bodies.get(task)?.drop();
});

/** Where an error happened is enough to find it. */
const silenced = ({ code, stack = '' }: NodeJS.ErrnoException) => ({
  code,
  stack: stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n'),
});
