/** The three programs of a stack, each to be killed as by a power cut. */
import { killDatabase } from '#tools/servers/killDatabase.ts';
import type { Stack } from '#tools/stack.ts';

export const victims = ['service', 'proxy', 'database'] as const;
export type Victim = (typeof victims)[number];

/** Kills one of them with SIGKILL. The stack starts it again. */
export function kill(stack: Stack, victim: Victim): void {
  if (victim === 'database') killDatabase(stack.dataDir);
  else stack[victim].kill('SIGKILL');
}
