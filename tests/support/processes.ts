/** The processes that work on a data folder. Linux only. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const read = (look: () => string): string => {
  try {
    return look();
  } catch {
    // It ended meanwhile.
    return '';
  }
};

/** The command lines of every process that has the folder in its command line, its environment or as its folder, by id. */
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
    // A zombie has no command any more.
    if (command !== '' && about.some((text) => text.includes(folder))) found.set(pid, command);
  }
  return found;
}
