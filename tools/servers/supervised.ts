/** A third-party server as a child process that is restarted when it exits. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

export type SupervisedServer = {
  /** Ends it with SIGKILL, as a power cut would. It is restarted after this time. */
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

/** How long a server that exited by itself stays down. */
const restartDelayMs = 500;

/** Starts a server, and restarts it whenever it exits. Does not wait until it answers. */
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
