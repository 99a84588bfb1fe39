/** Checks that the folders and files of a program's settings exist and are usable. */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { StartupError } from './startupError.ts';

/**
 * Creates a folder if it is missing.
 * @param mode - of a new folder.
 * @throws {StartupError} naming the setting, if the folder can't be created or written.
 */
export function requireFolder(path: string, setting: string, mode = 0o777): void {
  try {
    mkdirSync(path, { recursive: true, mode });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(
      `${setting}: the folder ${path} can’t be ${codeOf(error) === 'EACCES' || codeOf(error) === 'EROFS' ? 'written' : 'created'} ` +
        `(${codeOf(error)}). Choose another folder, or let this user write there.`,
      { cause: error },
    );
  }
}

/**
 * Creates a log file if it is missing, and makes it readable by its owner alone: its lines name people and addresses.
 * @throws {StartupError} naming the setting, if the file can't be written.
 */
export function requireLogFile(path: string, setting: string): void {
  try {
    const file = openSync(path, 'a', 0o600);
    try {
      // The mode of a device, a pipe or another user's file stays unchanged.
      if (fstatSync(file).isFile() && statSync(path).uid === process.getuid?.()) fchmodSync(file, 0o600);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new StartupError(
      `${setting}: the file ${path} can’t be written (${codeOf(error)}). Choose another file.`,
      { cause: error },
    );
  }
}

/** @throws {StartupError} naming the setting, if the file can't be read or is empty. */
export function requireFile(path: string, setting: string): void {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartupError(
      `${setting}: the file ${path} can’t be read (${codeOf(error)}). Correct the path, or let this user read it.`,
      { cause: error },
    );
  }
  if (text.trim() === '') throw new StartupError(`${setting}: the file ${path} is empty.`);
}

/**
 * Removes files that killed programs left unfinished in a folder.
 * @param pattern - matches the names; its first group is the id of the process that wrote the file.
 * @param clear - called with the path before the removal, and awaited.
 */
export async function sweepLeftovers(
  folder: string,
  pattern: RegExp,
  clear?: (path: string) => Promise<void>,
): Promise<void> {
  for (const name of readdirSync(folder)) {
    const pid = pattern.exec(name)?.[1];
    const path = join(folder, name);
    if (pid === undefined || isWriterRunning(Number(pid), path)) continue;
    await clear?.(path);
    rmSync(path, { recursive: true, force: true });
  }
}

/** Whether the process that wrote the file still runs. In a container an earlier process may have had the id of this one. */
function isWriterRunning(pid: number, path: string): boolean {
  try {
    if (pid === process.pid) return statSync(path).mtimeMs > Date.now() - process.uptime() * 1_000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown';
