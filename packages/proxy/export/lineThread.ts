/** Worker thread that reads and decrypts records for exports, so that the main thread stays responsive. */
import { parentPort } from 'node:worker_threads';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { Tampered } from '@cloakroom/sealed-index/crypto/tampered.ts';
import { threadStack } from '../threadStack.ts';
import { openUpstream, type Upstream } from '../upstream.ts';
import { writeLines, type LineTask, type WrittenLines } from './writeLines.ts';

export type LineRequest = { task: LineTask; id: number };

/** The lines of a task; or the refusal of the service or of a damaged value; or an error without its message, which may contain a value. */
export type LineEvent = { id: number } & (
  { written: WrittenLines } | { refused: { status: number; message: string } } | { failed: string }
);

if (!parentPort) throw new Error('This file runs in a thread of its own.');
const port = parentPort;
const upstreams = new Map<string, Upstream>();

function upstreamAt(origin: string): Upstream {
  const upstream = upstreams.get(origin) ?? openUpstream(origin);
  upstreams.set(origin, upstream);
  return upstream;
}

port.on('message', ({ id, task }: LineRequest) => {
  writeLines(task, upstreamAt(task.upstream)).then(
    (written) => port.postMessage({ id, written } satisfies LineEvent, [written.bytes.buffer]),
    (error: unknown) => port.postMessage({ id, ...outcomeOf(error) } satisfies LineEvent),
  );
});

function outcomeOf(error: unknown): { refused: { status: number; message: string } } | { failed: string } {
  if (error instanceof HttpProblem) return { refused: { status: error.status, message: error.message } };
  if (error instanceof Tampered) return { refused: { status: 422, message: error.message } };
  return { failed: threadStack(error as Error).join('\n') };
}
