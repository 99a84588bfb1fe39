/** Ends this program when the npm that started it has ended. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

const checkIntervalMs = 500;

/**
 * Ends this program, as by SIGTERM, when npm or its shell has ended. npm does not forward SIGHUP, and a killed npm forwards nothing.
 * Without npm nothing is watched: a program started by itself may outlive its shell. Windows does not report a parent that has changed.
 */
export function endWithNpm(): void {
  if (process.env.npm_execpath === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  // npm starts a shell, which becomes this program or stays in between.
  const shell = isShell(parent) ? parent : null;
  const npm = shell === null ? null : parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === parent && (shell === null || parentOf(shell) === npm)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, checkIntervalMs);
  timer.unref();
}

const isShell = (pid: number) => /(^|\/)-?(ba|da|z|k|a)?sh$/.test(readProcessField(pid, 'comm').trim());

/** Null if the process has ended. */
function parentOf(pid: number): number | null {
  if (process.platform !== 'linux') return Number(readProcessField(pid, 'ppid')) || null;
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) || null;
  } catch {
    return null;
  }
}

function readProcessField(pid: number, what: 'comm' | 'ppid'): string {
  try {
    if (process.platform === 'linux' && what === 'comm') return readFileSync(`/proc/${pid}/comm`, 'utf8');
    return execFileSync('ps', ['-o', `${what}=`, '-p', String(pid)]).toString();
  } catch {
    return '';
  }
}
