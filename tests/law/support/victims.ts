/** The three programs of a stack, each to be killed as by a power cut. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from '#tools/stack.ts';

export const victims = ['service', 'proxy', 'database'] as const;
export type Victim = (typeof victims)[number];

/** Kills one of them with SIGKILL. The stack starts it again. */
export function kill(stack: Stack, victim: Victim): void {
  if (victim !== 'database') {
    stack[victim].kill('SIGKILL');
    return;
  }
  const [line] = readFileSync(join(stack.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(line);
  for (const process_ of [postmaster, ...childrenOf(postmaster)]) end(process_);
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
  } catch {
    return null;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
