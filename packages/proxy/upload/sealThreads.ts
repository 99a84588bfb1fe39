/** The threads that seal uploads: as many as there are cores, shared by all jobs, started when they are first needed. */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Sealed } from './sealRows.ts';
import type { Of, SealEvent, SealRequest } from './sealThread.ts';

const file = createRequire(import.meta.url).resolve('@cloakroom/proxy/upload/seal.worker.mjs');
/** Each thread reads the whole of a body, so from some number on they would mostly read. */
const most = 4;

/** Sealing makes much that is soon forgotten, and V8 lets that grow as far as it may. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1024 };

/** Hears what becomes of a share. */
export type ShareListener = {
  onBytes(bytes: number): void;
  onRows(rows: number): void;
  onSealed(sealed: Sealed): void;
  onFailed(error: Error): void;
};

/** A share on its thread. */
export type RunningShare = { say(word: SealRequest, move?: ArrayBuffer[]): void };

export class SealThreads {
  readonly count = Math.min(most, availableParallelism());
  readonly #threads = new Map<number, SealThread>();

  /** Begin a share on thread `number` of {@link count}. Its listener hears of its end exactly once. */
  begin(number: number, listener: ShareListener): RunningShare {
    const at = number % this.count;
    let thread = this.#threads.get(at);
    if (!thread || thread.gone) this.#threads.set(at, (thread = new SealThread()));
    return thread.begin(listener);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads.values()].map((thread) => thread.end()));
  }
}

class SealThread {
  gone = false;
  readonly #worker = new Worker(file, { name: 'seal', execArgv: [], resourceLimits });
  readonly #listeners = new Map<number, ShareListener>();
  #last = 0;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (news: Of<SealEvent>) => this.#hear(news));
    this.#worker.on('error', (error) => this.#lose(silent(error)));
    this.#worker.on('exit', () => this.#lose(new Error('A sealing thread ended early.')));
  }

  begin(listener: ShareListener): RunningShare {
    const task = ++this.#last;
    this.#listeners.set(task, listener);
    return {
      say: (word, move = []) => this.#worker.postMessage({ task, ...word } satisfies Of<SealRequest>, move),
    };
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #hear(news: Of<SealEvent>): void {
    const listener = this.#listeners.get(news.task);
    if (!listener) return;
    if ('bytes' in news) listener.onBytes(news.bytes);
    else if ('rows' in news) listener.onRows(news.rows);
    else {
      this.#listeners.delete(news.task);
      if ('sealed' in news) listener.onSealed(news.sealed);
      else listener.onFailed(silent(news.failed));
    }
  }

  #lose(error: Error): void {
    this.gone = true;
    for (const listener of this.#listeners.values()) listener.onFailed(error);
    this.#listeners.clear();
  }
}

/** An error of a thread without its words, which may hold a value. */
function silent({ code, stack = '' }: NodeJS.ErrnoException | { code: string | undefined; stack: string }) {
  const error: NodeJS.ErrnoException = new Error('A sealing thread failed.');
  if (code !== undefined) error.code = code;
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line));
  error.stack = [error.message, ...lines].join('\n');
  return error;
}
