/** How a program starts and ends: what was opened is closed again, whatever ends it. */
import process from 'node:process';
import { StartProblem } from './startProblem.ts';

export type Lifecycle = {
  /** Aborted when the program is to end, also while it starts. */
  signal: AbortSignal;
  /** Have something closed at the end: the last first. */
  onEnd: (close: () => unknown) => void;
  /** Where the program's log is, for the sentence that says why it did not start. */
  logsTo: (file: string) => void;
};

/** Messages to the program that started this one, where one did with a channel. */
export type LifecycleMessage = { started: true } | { refused: string };

/** Signals that end a program, and the end of the program that started it. */
const endings = ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const;

/**
 * Run a program. It ends in good order at a signal, or when the program that started it is gone; exit code 0. Where it can't
 * start, it closes what it opened, says why on standard error and ends with exit code 1; a {@link StartProblem} is shown
 * without a stack.
 * @param name - as in "The service".
 */
export function runProgram(name: string, start: (lifecycle: Lifecycle) => Promise<void>): void {
  const closers: (() => unknown)[] = [];
  const ending = new AbortController();
  let log = '';

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
    signal: ending.signal,
    onEnd: (closer) => closers.push(closer),
    logsTo: (file) => (log = file),
  }).then(
    () => void send({ started: true }),
    async (error: unknown) => {
      const code = await close();
      if (ending.signal.aborted) process.exit(code);
      const reason = error instanceof StartProblem ? error.message : String((error as Error).stack ?? error);
      const place = log ? ` Its log is ${log}.` : '';
      process.stderr.write(`${name} did not start. ${reason}${place}\n`);
      await send({ refused: reason });
      process.exit(1);
    },
  );

  const end = () => {
    if (ending.signal.aborted) return;
    ending.abort(new StartProblem('It was ended while it started.'));
    void started.then(close).then((code) => process.exit(code));
  };
  for (const event of endings) process.on(event, end);
  // Where standard output or error are gone, as a closed terminal's are, there is nothing to write to.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Resolves when the message is on its way, or can't be: a channel that closes in the same moment calls nothing back. */
const send = (message: LifecycleMessage): Promise<void> =>
  new Promise((resolve) => {
    process.once('disconnect', resolve);
    if (process.connected && process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });

/** Wait for work that knows no signal. @throws the signal's reason as soon as it is aborted. */
export function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
