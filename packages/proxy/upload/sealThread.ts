/** A thread that seals shares of several bodies at the same time. The logic is in sealRows. */
import { parentPort } from 'node:worker_threads';
import { threadStack } from '../threadStack.ts';
import { ChunkReceiver } from './chunkChannel.ts';
import type { SealTask } from './segmentWriter.ts';
import { sealRows, type SealResult } from './sealRows.ts';
import type { SegmentShare } from './segmentShare.ts';

/** Messages to a thread: a new share, a chunk of its body, the body's end, or that the share is cancelled. */
export type SealRequest =
  { task: SealTask; share: SegmentShare } | { chunk: Uint8Array } | { end: true } | { drop: true };

/** Messages of a thread: bytes and rows read, and the result. Errors have no message, which may contain a value. */
export type SealEvent =
  | { bytes: number }
  | { rows: number }
  | { sealed: SealResult }
  | { failed: { code: string | undefined; stack: string } };

/** Which share a message is about. */
export type ForShare<Message> = Message & { shareId: number };

if (!parentPort) throw new Error('This file runs in a thread of its own.');
const port = parentPort;
const send = (event: ForShare<SealEvent>) => port.postMessage(event);
const bodies = new Map<number, ChunkReceiver>();

port.on('message', (message: ForShare<SealRequest>) => {
  const { shareId } = message;
  if ('task' in message) {
    const body = new ChunkReceiver((bytes) => send({ shareId, bytes }));
    bodies.set(shareId, body);
    sealRows(message.task, body, (rows) => send({ shareId, rows }), message.share)
      .then(
        (sealed) => send({ shareId, sealed }),
        (error: unknown) => send({ shareId, failed: withoutMessage(error as NodeJS.ErrnoException) }),
      )
      .finally(() => bodies.delete(shareId));
  } else if ('chunk' in message) bodies.get(shareId)?.put(message.chunk);
  else if ('end' in message) bodies.get(shareId)?.end();
  else bodies.get(shareId)?.cancel();
});

/** The stack is enough to find the error. */
const withoutMessage = (error: NodeJS.ErrnoException) => ({
  code: error.code,
  stack: threadStack(error).join('\n'),
});
