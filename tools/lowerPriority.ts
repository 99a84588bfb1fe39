/** Lets what somebody looks at go first. */
import { existsSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const behind = constants.priority.PRIORITY_BELOW_NORMAL;
/** Milliseconds. Ordinary users may give one session on the whole machine a priority in a tenth of a second. */
const turn = 150;
const turns = 40;

/**
 * Put a program that was just started, as the first of its session, behind others on this machine. Linux deals the
 * processor out among sessions (sched(7), autogroup) and looks at priorities only inside each of them, so there the
 * session gets one too. A machine that shares otherwise is left as it is.
 */
export async function giveWay(pid: number): Promise<void> {
  setPriority(pid, behind);
  const session = `/proc/${pid}/autogroup`;
  for (let left = turns; left > 0 && existsSync(session); left--)
    try {
      writeFileSync(session, String(behind));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await pause(turn);
    }
}
