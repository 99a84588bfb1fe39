/** Listens on a Unix socket that its user and group can use. */
import { chmod, lstat, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { umask } from 'node:process';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';

/** Read and write for the user and the group: connecting needs both. */
const socketMode = 0o660;
/** No rights for others between creating the socket and setting its mode. */
const umaskWhileListening = 0o007;

/**
 * Removes a socket that an ended program has left.
 * @throws {StartupError} naming the setting, if a program listens there, or the file is not a socket.
 */
async function removeStaleSocket(path: string): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw problemOf(error, path);
  });
  if (!found) return;
  if (!found.isSocket())
    throw new StartupError(
      `PROXY_SOCKET: ${path} exists and is not a socket. Choose another path, or remove that file.`,
    );
  if (await isListening(path))
    throw new StartupError(
      `PROXY_SOCKET: another program listens on ${path}. End that program, or choose another path.`,
    );
  await rm(path, { force: true }).catch((error: unknown) => {
    throw problemOf(error, path);
  });
}

/** Whether a program listens on the socket. A socket that refuses permission counts as used. */
const isListening = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  });

/**
 * Listens on the socket, after removing one that an ended program has left. It is removed when the app is closed.
 * @throws {StartupError} naming the setting, if the path can't be used.
 */
export async function listenOnSocket(
  app: { listen: (address: { path: string }) => Promise<string> },
  path: string,
): Promise<void> {
  // A missing folder would be reported as one that may not be written.
  await stat(dirname(path)).catch((error: unknown) => {
    throw problemOf(error, path);
  });
  await removeStaleSocket(path);
  const earlier = umask(umaskWhileListening);
  try {
    await app.listen({ path });
    await chmod(path, socketMode);
  } catch (error) {
    throw problemOf(error, path);
  } finally {
    umask(earlier);
  }
}

function problemOf(error: unknown, path: string): unknown {
  const reasons: Partial<Record<string, string>> = {
    EACCES: 'this user may not write its folder. Choose another path, or let this user write there.',
    ENOENT: 'its folder does not exist. Create it, or choose another path.',
    ENOTDIR: 'a part of its path is not a folder. Choose another path.',
    EROFS: 'its file system is read-only. Choose another path.',
    EADDRINUSE: 'another program listens there. End that program, or choose another path.',
  };
  const reason = reasons[codeOf(error) ?? ''];
  return reason === undefined
    ? error
    : new StartupError(`PROXY_SOCKET: ${path} can’t be used: ${reason}`, { cause: error });
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
