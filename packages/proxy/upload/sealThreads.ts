/** The threads that seal uploads, shared by all jobs, started when they are first needed. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { defaultSealThreads } from '../memoryBudget.ts';
import { threadStack } from '../threadStack.ts';
import type { SealResult } from './sealRows.ts';
import type { ForShare, SealEvent, SealRequest } from './sealThread.ts';

const file = createRequire(import.meta.url).resolve('@cloakroom/proxy/upload/seal.worker.mjs');

/** Sealing allocates many short-lived objects, and V8 lets the heap grow up to its limit. */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 };

/** Receives the events of a share. */
export type ShareListener = {
  onBytes(bytes: number): void;
  onRows(rows: number): void;
  onSealed(sealed: SealResult): void;
  onFailed(error: Error): void;
};

/** A share on its thread. */
export type RunningShare = { post(message: SealRequest, move?: ArrayBuffer[]): void };

export class SealThreads {
  readonly count: number;
  readonly #threads = new Map<number, SealThread>();

  /** @param count - by default as many as cores, up to a limit. */
  constructor(count = defaultSealThreads()) {
    this.count = count;
  }

  /** Begins a share on thread `number` of {@link count}. Its end is reported exactly once. */
  begin(number: number, listener: ShareListener): RunningShare {
    return this.#thread(number % this.count).begin(listener);
  }

  /** Starts all threads, so that the next upload doesn't wait for them. */
  start(): void {
    for (let at = 0; at < this.count; at++) this.#thread(at);
  }

  #thread(at: number): SealThread {
    let thread = this.#threads.get(at);
    if (!thread || thread.isGone) this.#threads.set(at, (thread = new SealThread()));
    return thread;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads.values()].map((thread) => thread.end()));
  }
}

class SealThread {
  isGone = false;
  readonly #worker = new Worker(file, { name: 'seal', execArgv: [], resourceLimits });
  readonly #listeners = new Map<number, ShareListener>();
  #last = 0;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (event: ForShare<SealEvent>) => this.#onMessage(event));
    this.#worker.on('error', (error) => this.#onLost(withoutMessage(error)));
    this.#worker.on('exit', () => this.#onLost(new Error('A sealing thread ended early.')));
  }

  begin(listener: ShareListener): RunningShare {
    const shareId = ++this.#last;
    this.#listeners.set(shareId, listener);
    return {
      post: (message, move = []) =>
        this.#worker.postMessage({ shareId, ...message } satisfies ForShare<SealRequest>, move),
    };
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #onMessage(event: ForShare<SealEvent>): void {
    const listener = this.#listeners.get(event.shareId);
    if (!listener) return;
    if ('bytes' in event) listener.onBytes(event.bytes);
    else if ('rows' in event) listener.onRows(event.rows);
    else {
      this.#listeners.delete(event.shareId);
      if ('sealed' in event) listener.onSealed(event.sealed);
      else listener.onFailed(withoutMessage(event.failed));
    }
  }

  #onLost(error: Error): void {
    this.isGone = true;
    for (const listener of this.#listeners.values()) listener.onFailed(error);
    this.#listeners.clear();
  }
}

/** An error of a thread without its message, which may contain a value. */
function withoutMessage(thrown: NodeJS.ErrnoException | { code: string | undefined; stack: string }) {
  const { code } = thrown;
  const error: NodeJS.ErrnoException = new Error('A sealing thread failed.');
  if (code !== undefined) error.code = code;
  error.stack = [error.message, ...threadStack(thrown)].join('\n');
  return error;
}
