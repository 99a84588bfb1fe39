/** Lowers the priority of a program, so that the page and other programs run first. */
import { existsSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const belowNormal = constants.priority.PRIORITY_BELOW_NORMAL;
/** Ordinary users may set the priority of one session on the whole machine in a tenth of a second. */
const retryDelayMs = 150;
const maxAttempts = 40;

/**
 * Lowers the priority of a program that was just started as the first of its session. Linux shares the
 * processor among sessions (sched(7), autogroup) and applies priorities inside each of them only, so there the
 * session gets one too. Other systems have no such file.
 */
export async function lowerPriority(pid: number): Promise<void> {
  setPriority(pid, belowNormal);
  const session = `/proc/${pid}/autogroup`;
  for (let left = maxAttempts; left > 0 && existsSync(session); left--)
    try {
      writeFileSync(session, String(belowNormal));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await pause(retryDelayMs);
    }
}
