/** One of the programs as a child process: started, watched, started again when it dies. */
import { spawn, type ChildProcess } from 'node:child_process';
import { giveWay } from './giveWay.ts';
import { inOnePiece } from './onePiece.ts';

export type Program = {
  /** The process id at present. */
  pid(): number | undefined;
  /** End it as a crash would, or as an operator would; with `stay` it is not started again. */
  kill(signal: NodeJS.Signals): void;
  /** End it for good; resolves when it is gone. */
  stop(): Promise<void>;
};

type Options = {
  entry: string;
  env: NodeJS.ProcessEnv;
  /** Options of Node's own. */
  flags?: string[];
  output: 'inherit' | number;
  onRestart?: (code: string) => void;
  /** How many times a minute a program that dies is started again; five unless something kills it on purpose. */
  restarts?: number;
};

/**
 * The C library shall give large pieces back at once, and keep small ones of many threads together: else a program that
 * takes in and lets go hundreds of megabytes seems to need them.
 */
const thrift = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Start `entry`, and again when it dies. It ends when this process does. What somebody looks at on the same machine has the
 * processor first.
 * @throws {Error} of {@link inOnePiece}.
 */
export function startProgram(options: Options): Program {
  const { entry, env, flags = [], output, onRestart, restarts = 5 } = options;
  const file = inOnePiece(entry);
  let child: ChildProcess;
  let stopping = false;
  let deaths: number[] = [];
  let gone: Promise<void>;

  const start = () => {
    child = spawn(process.execPath, [...flags, '--enable-source-maps', file], {
      env: { ...thrift, ...process.env, ...env },
      // By the channel it learns that this process is gone: in a session of its own it hears nothing of the terminal's end.
      stdio: ['ignore', output, output, 'ipc'],
      detached: true,
    });
    if (child.pid !== undefined) void giveWay(child.pid);
    gone = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        resolve();
        if (stopping) return;
        const now = Date.now();
        deaths = [...deaths.filter((time) => now - time < 60_000), now];
        if (deaths.length > restarts) return;
        onRestart?.(signal ?? String(code));
        setTimeout(start, 300);
      });
    });
  };
  start();

  return {
    pid: () => child.pid,
    kill: (signal) => child.kill(signal),
    stop: async () => {
      stopping = true;
      child.kill('SIGTERM');
      const deadline = setTimeout(() => child.kill('SIGKILL'), 12_000);
      await gone;
      clearTimeout(deadline);
    },
  };
}
