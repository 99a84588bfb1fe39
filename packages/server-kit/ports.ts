/** Checks and opens the port that a program listens on. */
import { createServer } from 'node:net';
import { StartupError } from './startupError.ts';

export type ListenAddress = {
  host: string;
  port: number;
  /** The environment variable that names the port. */
  setting: string;
  /** The environment variable that names the host; HOST by default. */
  hostSetting?: string;
};

/** @throws {StartupError} if the port or the host can't be used. Port 0 means any free port. */
export async function requireFreePort(address: ListenAddress): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(problemOf(error, address)));
    server.listen({ host: address.host, port: address.port }, () => server.close(() => resolve()));
  });
}

/**
 * Starts listening.
 * @returns the address.
 * @throws {StartupError} if the port or the host can't be used.
 */
export async function listenOn(
  app: { listen: (address: { host: string; port: number }) => Promise<string> },
  address: ListenAddress,
): Promise<string> {
  try {
    return await app.listen({ host: address.host, port: address.port });
  } catch (error) {
    throw problemOf(error as NodeJS.ErrnoException, address);
  }
}

function problemOf(
  error: NodeJS.ErrnoException,
  { host, port, setting, hostSetting = 'HOST' }: ListenAddress,
): Error {
  const reasons: Partial<Record<string, string>> = {
    EADDRINUSE: `${setting}: port ${port} on ${host} is taken by another program. End that program, or choose another port.`,
    EACCES: `${setting}: this user may not listen on port ${port}. Choose a port above 1023.`,
    EADDRNOTAVAIL: `${hostSetting}: this machine has no address ${host}. Correct it.`,
    ENOTFOUND: `${hostSetting}: no machine named ${host} is known. Correct it.`,
  };
  const reason = reasons[error.code ?? ''];
  return reason === undefined ? error : new StartupError(reason, { cause: error });
}
