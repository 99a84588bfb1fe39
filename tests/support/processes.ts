/** The processes that use a data folder. Linux only. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const readIfRunning = (call: () => string): string => {
  try {
    return call();
  } catch {
    // The process has ended.
    return '';
  }
};

/**
 * The command lines of all processes with the folder in their command line or environment, or as their working
 * directory, by id.
 * @param name - a part of the command line, if only such processes are wanted; other processes are not examined further.
 */
export function processesOf(folder: string, name = ''): Map<number, string> {
  const found = new Map<number, string>();
  for (const pid of readdirSync('/proc').map(Number)) {
    if (!(pid > 0) || pid === process.pid) continue;
    const command = readIfRunning(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    // A zombie or a thread of the kernel has an empty command line.
    if (command === '' || !command.includes(name)) continue;
    const uses =
      command.includes(folder) ||
      readIfRunning(() => readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(folder) ||
      readIfRunning(() => readlinkSync(`/proc/${pid}/cwd`)).includes(folder);
    if (uses) found.set(pid, command);
  }
  return found;
}
