/** Ports of this machine that a program listens on. */
import { createServer } from 'node:net';
import { StartProblem } from './startProblem.ts';

export type Place = {
  host: string;
  port: number;
  /** The environment variable that names the port. */
  setting: string;
};

/** @throws {StartProblem} when the port or the host can't be used. Port 0 stands for a free one. */
export async function requireFreePort(place: Place): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(problemOf(error, place)));
    server.listen({ host: place.host, port: place.port }, () => server.close(() => resolve()));
  });
}

/**
 * Let a server listen.
 * @returns the address.
 * @throws {StartProblem} when the port or the host can't be used.
 */
export async function listenOn(
  app: { listen: (place: { host: string; port: number }) => Promise<string> },
  place: Place,
): Promise<string> {
  try {
    return await app.listen({ host: place.host, port: place.port });
  } catch (error) {
    throw problemOf(error as NodeJS.ErrnoException, place);
  }
}

function problemOf(error: NodeJS.ErrnoException, { host, port, setting }: Place): Error {
  const reasons: Partial<Record<string, string>> = {
    EADDRINUSE: `${setting}: port ${port} on ${host} is taken by another program. End that program, or choose another port.`,
    EACCES: `${setting}: this user may not listen on port ${port}. Choose a port above 1023.`,
    EADDRNOTAVAIL: `HOST: this machine has no address ${host}. Correct it.`,
    ENOTFOUND: `HOST: no machine of the name ${host} is known. Correct it.`,
  };
  const reason = reasons[error.code ?? ''];
  return reason === undefined ? error : new StartProblem(reason, { cause: error });
}
