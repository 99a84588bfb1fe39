/** A program as a child process: started, watched, and restarted when it exits. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { LifecycleMessage } from '@cloakroom/server-kit/lifecycle.ts';
import { bundleProgram } from './bundle.ts';
import { existsSync, fchmodSync, openSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

export type Program = {
  /** The current process id. */
  pid(): number | undefined;
  /** Sends a signal; the program is restarted when it exits. */
  kill(signal: NodeJS.Signals): void;
  /** Ends the program for good and waits for its exit. False if it did not exit with code 0. */
  stop(): Promise<boolean>;
  /**
   * Ends the program as `stop` does and starts it from its current sources.
   * @throws {Error} of {@link bundleProgram}; then the program keeps running.
   */
  restart(): Promise<void>;
  /** Rejects if the program ends before its first start is complete, with the reason that it reported. */
  startFailure: Promise<never>;
};

/** How a program ended that is about to be restarted. */
export type ProgramExit = {
  /** Its exit code or signal, in words. */
  how: string;
  /** Its message about a failed start; empty if there is none. */
  reason: string;
  /** How many times in a row it has ended within a minute after its start. */
  times: number;
  /** The time until the next start. */
  delayMs: number;
};

type Options = {
  entry: string;
  env: NodeJS.ProcessEnv;
  /** Options of Node's own. */
  flags?: string[];
  output: 'inherit' | number;
  onExit?: (ending: ProgramExit) => void;
  /** How many times in a row a program that ends soon is restarted without delay; after that the delay doubles each time. */
  immediateRestarts?: number;
};

const minuteMs = 60_000;
const minRestartDelayMs = 300;
const maxRestartDelayMs = 30_000;
/** Longer than the programs and the embedded database need for a graceful shutdown. */
const stopTimeoutMs = 20_000;

/**
 * Makes the C library return large blocks immediately and use few arenas: otherwise a program that
 * allocates and frees hundreds of megabytes appears to need them.
 */
const mallocSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Starts `entry`, and restarts it whenever it exits, unless it exits by itself before its first start is complete. It ends
 * when this process ends, and runs at a lower priority than other programs of the machine.
 * @throws {Error} of {@link bundleProgram}.
 */
export function startProgram(options: Options): Program {
  const { entry, env, flags = [], output, onExit, immediateRestarts = 5 } = options;
  const file = bundleProgram(entry);
  let child: ChildProcess;
  let stopping = false;
  let stopped = false;
  let hasStarted = false;
  let restartTimer: NodeJS.Timeout | undefined;
  let times = 0;
  let exited: Promise<void>;
  let failStart: (reason: Error) => void;
  const startFailure = new Promise<never>((_, reject) => (failStart = reject));
  startFailure.catch(() => undefined);

  const start = () => {
    let reason = '';
    const since = Date.now();
    child = spawn(process.execPath, [...flags, '--enable-source-maps', file], {
      env: { ...mallocSettings, ...process.env, BUNDLED_THREADS: '1', ...env },
      // The program ends when the IPC channel closes: in its own session it gets no signal when the terminal closes.
      stdio: ['ignore', output, output, 'ipc'],
      detached: true,
    });
    if (child.pid !== undefined) void lowerPriority(child.pid);
    child.on('message', (message: LifecycleMessage) => {
      if ('started' in message) hasStarted = true;
      else reason = message.refused;
    });
    exited = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        resolve();
        if (stopping) return;
        const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
        if (!hasStarted && signal === null) {
          failStart(new Error(reason || `It ended ${how}.`));
          return;
        }
        times = Date.now() - since < minuteMs ? times + 1 : 1;
        const delayMs = restartDelayMs(times, immediateRestarts);
        onExit?.({ how, reason, times, delayMs });
        restartTimer = setTimeout(start, delayMs);
      });
    });
  };
  start();

  const end = async () => {
    stopping = true;
    clearTimeout(restartTimer);
    child.kill('SIGTERM');
    const deadline = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await exited;
    clearTimeout(deadline);
  };

  return {
    startFailure,
    pid: () => child.pid,
    kill: (signal) => child.kill(signal),
    stop: async () => {
      stopped = true;
      await end();
      return child.exitCode === 0;
    },
    restart: async () => {
      bundleProgram(entry);
      await end();
      // `stop` may have been called while the old process was ending.
      if (stopped) return;
      stopping = false;
      times = 0;
      start();
    },
  };
}

/** Opens a log for its owner alone: the service writes the outbox's token into it. */
export function openLog(file: string): number {
  const log = openSync(file, 'a', 0o600);
  fchmodSync(log, 0o600);
  return log;
}

const restartDelayMs = (exits: number, immediateRestarts: number) =>
  Math.min(maxRestartDelayMs, minRestartDelayMs * 2 ** Math.max(0, exits - immediateRestarts));

const belowNormal = constants.priority.PRIORITY_BELOW_NORMAL;
/** For ordinary users, Linux accepts one priority change of a session in a tenth of a second on the whole machine. */
const retryDelayMs = 150;
const maxAttempts = 40;

/**
 * Lowers the priority of a program that was just started as the first of its session. Linux shares the
 * processor among sessions (sched(7), autogroup) and applies priorities inside each of them only, so there the
 * session gets one too. Other systems have no such file.
 */
async function lowerPriority(pid: number): Promise<void> {
  setPriority(pid, belowNormal);
  const session = `/proc/${pid}/autogroup`;
  for (let left = maxAttempts; left > 0 && existsSync(session); left--)
    try {
      writeFileSync(session, String(belowNormal));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await pause(retryDelayMs);
    }
}
