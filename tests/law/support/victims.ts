/** The three programs of a stack, which tests kill as a power cut would. */
import { killDatabase } from '#tools/servers/killDatabase.ts';
import type { Stack } from '#tools/stack.ts';

export const victims = ['service', 'proxy', 'database'] as const;
export type Victim = (typeof victims)[number];

/** Kills one of them with SIGKILL. The stack restarts it. */
export function kill(stack: Stack, victim: Victim): void {
  if (victim === 'database') killDatabase(stack.dataDir);
  else stack[victim].kill('SIGKILL');
}
