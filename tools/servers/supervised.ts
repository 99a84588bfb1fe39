/** A server of another project as a child process that is started again when it dies. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

export type SupervisedServer = {
  /** Ends it with SIGKILL, as a power cut would. It is started again after this time. */
  kill: (downMs?: number) => void;
  /** Ends it for good. */
  stop: () => Promise<void>;
};

export type ServerCommand = {
  command: [program: string, ...parameters: string[]];
  /** Receives its output. */
  logFile: string;
  env?: NodeJS.ProcessEnv;
  /** The account that runs it; that of this process by default. */
  account?: { uid?: number; gid?: number };
};

/** How long a server that died by itself stays away. */
const restartDelayMs = 500;

/** Starts a server, and again whenever it ends. Whether it answers is for the caller to wait for. */
export function superviseServer({ command, logFile, env, account }: ServerCommand): SupervisedServer {
  const [program, ...parameters] = command;
  let child: ChildProcess;
  let exited: Promise<unknown>;
  let delayMs = restartDelayMs;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const start = () => {
    const log = openSync(logFile, 'a');
    child = spawn(program, parameters, {
      stdio: ['ignore', log, log],
      ...(env && { env }),
      ...account,
    });
    closeSync(log);
    exited = once(child, 'exit').catch(() => undefined);
    void exited.then(() => {
      if (isStopped) return;
      timer = setTimeout(start, delayMs);
      delayMs = restartDelayMs;
    });
  };
  start();

  return {
    kill: (downMs = restartDelayMs) => {
      delayMs = downMs;
      child.kill('SIGKILL');
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      child.kill('SIGKILL');
      await exited;
    },
  };
}
