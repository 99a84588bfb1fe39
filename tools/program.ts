/** One of the programs as a child process: started, watched, started again when it dies. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { LifecycleMessage } from '@cloakroom/server-kit/lifecycle.ts';
import { giveWay } from './lowerPriority.ts';
import { bundled } from './bundle.ts';

export type Program = {
  /** The process id at present. */
  pid(): number | undefined;
  /** End it as a crash would, or as an operator would; with `stay` it is not started again. */
  kill(signal: NodeJS.Signals): void;
  /** End it for good; resolves when it is gone. False when it was not there to end in good order. */
  stop(): Promise<boolean>;
  /** Rejects when the program ends before it has ever started, with what it said about that. */
  refused: Promise<never>;
};

/** How a program ended that is started again. */
export type Ending = {
  /** Its exit code or signal, in words. */
  how: string;
  /** What it said about not having started; empty when it said nothing. */
  reason: string;
  /** How many times in a row it has ended within a minute after its start. */
  times: number;
  /** How long it is until the next start. */
  delayMs: number;
};

type Options = {
  entry: string;
  env: NodeJS.ProcessEnv;
  /** Options of Node's own. */
  flags?: string[];
  output: 'inherit' | number;
  onEnd?: (ending: Ending) => void;
  /** How many times in a row a program that soon dies is started again at once; after that the delay doubles each time. */
  restarts?: number;
};

const minuteMs = 60_000;
const shortestDelayMs = 300;
const longestDelayMs = 30_000;
/** Longer than the programs need to end in good order, the embedded database with them. */
const stopTimeoutMs = 20_000;

/**
 * The C library shall give large pieces back at once, and keep small ones of many threads together: else a program that
 * takes in and lets go hundreds of megabytes seems to need them.
 */
const thrift = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Start `entry`, and again when it dies, however often; where it ends by itself before it has ever started, it is not started
 * again. It ends when this process does. Other programs of the same machine have the processor first.
 * @throws {Error} of {@link bundled}.
 */
export function startProgram(options: Options): Program {
  const { entry, env, flags = [], output, onEnd, restarts = 5 } = options;
  const file = bundled(entry);
  let child: ChildProcess;
  let stopping = false;
  let everStarted = false;
  let restart: NodeJS.Timeout | undefined;
  let times = 0;
  let gone: Promise<void>;
  let refuse: (reason: Error) => void;
  const refused = new Promise<never>((_, reject) => (refuse = reject));
  refused.catch(() => undefined);

  const start = () => {
    let reason = '';
    const since = Date.now();
    child = spawn(process.execPath, [...flags, '--enable-source-maps', file], {
      env: { ...thrift, ...process.env, ...env },
      // The channel's end shows it that this process is gone: in a session of its own it gets no signal of the terminal's end.
      stdio: ['ignore', output, output, 'ipc'],
      detached: true,
    });
    if (child.pid !== undefined) void giveWay(child.pid);
    child.on('message', (message: LifecycleMessage) => {
      if ('started' in message) everStarted = true;
      else reason = message.refused;
    });
    gone = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        resolve();
        if (stopping) return;
        const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
        if (!everStarted && signal === null) {
          refuse(new Error(reason || `It ended ${how}.`));
          return;
        }
        times = Date.now() - since < minuteMs ? times + 1 : 1;
        const delayMs = delayAfter(times, restarts);
        onEnd?.({ how, reason, times, delayMs });
        restart = setTimeout(start, delayMs);
      });
    });
  };
  start();

  return {
    refused,
    pid: () => child.pid,
    kill: (signal) => child.kill(signal),
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      child.kill('SIGTERM');
      const deadline = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      await gone;
      clearTimeout(deadline);
      return child.exitCode === 0;
    },
  };
}

/** In milliseconds. */
const delayAfter = (deaths: number, restarts: number) =>
  Math.min(longestDelayMs, shortestDelayMs * 2 ** Math.max(0, deaths - restarts));
