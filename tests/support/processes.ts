/** The processes that use a data folder. Linux only. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const read = (call: () => string): string => {
  try {
    return call();
  } catch {
    // The process has ended meanwhile.
    return '';
  }
};

/**
 * The command lines of all processes with the folder in their command line or environment, or as their working
 * directory, by id.
 */
export function processesOf(folder: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const pid of readdirSync('/proc').map(Number)) {
    if (!(pid > 0) || pid === process.pid) continue;
    const command = read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    const about = [
      command,
      read(() => readFileSync(`/proc/${pid}/environ`, 'utf8')),
      read(() => readlinkSync(`/proc/${pid}/cwd`)),
    ];
    // A zombie has an empty command line.
    if (command !== '' && about.some((text) => text.includes(folder))) found.set(pid, command);
  }
  return found;
}
