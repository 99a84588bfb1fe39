/** The lifecycle of a program: start, signals, and closing its resources in reverse order. */
import process from 'node:process';
import { StartupError } from './startupError.ts';
import type { FastifyInstance } from 'fastify';

export type Lifecycle = {
  /** Aborted when the program is asked to end, even during its start. */
  signal: AbortSignal;
  /** Registers a function that is called at the end, in reverse order. */
  onEnd: (close: () => unknown) => void;
  /** Sets the log file that is named in the message about a failed start. */
  setLogFile: (file: string) => void;
};

/** IPC messages to the parent process, if there is a channel. */
export type LifecycleMessage = { started: true } | { refused: string };

/** Signals that end a program, and the loss of its parent process. */
const endEvents = ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const;

/**
 * Runs a program. It shuts down gracefully on a signal or when its parent process ends, with exit code 0. If the start
 * fails, it closes its resources, writes the reason to standard error and exits with code 1; a {@link StartupError} is
 * shown without a stack.
 * @param name - the subject of its messages, such as "The service".
 */
export function runProgram(name: string, start: (lifecycle: Lifecycle) => Promise<void>): void {
  const closers: (() => unknown)[] = [];
  const endController = new AbortController();
  let logFile = '';

  const close = async () => {
    let code = 0;
    for (const closer of closers.splice(0).reverse())
      try {
        await closer();
      } catch (error) {
        code = 1;
        process.stderr.write(`${name} did not stop cleanly: ${String(error)}\n`);
      }
    return code;
  };

  const started = start({
    signal: endController.signal,
    onEnd: (closer) => closers.push(closer),
    setLogFile: (file) => (logFile = file),
  }).then(
    () => void send({ started: true }),
    async (error: unknown) => {
      const code = await close();
      if (endController.signal.aborted) process.exit(code);
      const reason = error instanceof StartupError ? error.message : String((error as Error).stack ?? error);
      const logHint = logFile ? ` Its log is ${logFile}.` : '';
      process.stderr.write(`${name} did not start. ${reason}${logHint}\n`);
      await send({ refused: reason });
      process.exit(1);
    },
  );

  const end = () => {
    if (endController.signal.aborted) return;
    endController.abort(new StartupError('It was stopped while it was starting.'));
    void started.then(close).then((code) => process.exit(code));
  };
  for (const event of endEvents) process.on(event, end);
  // Standard output and error can be closed with their terminal: write errors are ignored.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Resolves when the message is sent or can't be: a channel that closes meanwhile never calls back. */
const send = (message: LifecycleMessage): Promise<void> =>
  new Promise((resolve) => {
    process.once('disconnect', resolve);
    if (process.connected && process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });

/** Awaits a promise that takes no signal. @throws the signal's reason as soon as it is aborted. */
export function rejectOnAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

const pollIntervalMs = 20;

/**
 * Returns a function that closes the app: it accepts no new calls, waits up to `timeoutMs` for active ones, and closes
 * idle connections at once (browsers preconnect). Call it before the app listens.
 */
export function gracefulShutdown(app: FastifyInstance, timeoutMs: number): () => Promise<void> {
  let activeRequests = 0;
  app.server.on('request', (_request, response) => {
    activeRequests++;
    response.once('close', () => activeRequests--);
  });
  return async () => {
    const deadline = Date.now() + timeoutMs;
    const closed = app.close();
    const timer = setInterval(() => {
      if (activeRequests === 0 || Date.now() > deadline) app.server.closeAllConnections();
    }, pollIntervalMs);
    await closed;
    clearInterval(timer);
  };
}
