/** The thread that decrypts exports: one for all of them, started when it is first needed. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { LineEvent, LineRequest } from './lineThread.ts';
import type { LineTask, WrittenLines } from './writeLines.ts';

const file = createRequire(import.meta.url).resolve('@cloakroom/proxy/export/line.worker.mjs');

/** Decrypting allocates many short-lived objects, and V8 lets the heap grow up to its limit. */
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

type Pending = { resolve: (written: WrittenLines) => void; reject: (error: Error) => void };

export class LineWorker {
  #worker: Worker | null = null;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  /**
   * Writes the lines of a task in the thread.
   * @throws {HttpProblem} the service's refusal; 422 for a damaged value, unless the task is `partial`.
   */
  write(task: LineTask): Promise<WrittenLines> {
    const id = ++this.#lastId;
    this.#worker ??= this.#start();
    const written = new Promise<WrittenLines>((resolve, reject) =>
      this.#pending.set(id, { resolve, reject }),
    );
    this.#worker.postMessage({ id, task } satisfies LineRequest);
    return written;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(file, { name: 'export', execArgv: [], resourceLimits });
    worker.unref();
    worker.on('message', (event: LineEvent) => this.#onEvent(event));
    worker.on('error', () => this.#onLost());
    worker.on('exit', () => this.#onLost());
    return worker;
  }

  #onEvent(event: LineEvent): void {
    const pending = this.#pending.get(event.id);
    this.#pending.delete(event.id);
    if ('written' in event) pending?.resolve(event.written);
    else if ('refused' in event)
      pending?.reject(new HttpProblem(event.refused.status, event.refused.message));
    else pending?.reject(failed(event.failed));
  }

  #onLost(): void {
    this.#worker = null;
    for (const { reject } of this.#pending.values()) reject(failed());
    this.#pending.clear();
  }
}

/** The error of a thread has no message, which may contain a value. */
function failed(stack = ''): Error {
  const error = new Error('The thread that decrypts exports failed.');
  error.stack = `${error.message}\n${stack}`;
  return error;
}
