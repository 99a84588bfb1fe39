/** What a page's main thread goes through while something happens. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { watchStolen } from './stolen.ts';

/** Milliseconds. Only tasks over 50 are seen. */
export type Jank = {
  /** As long as the page's clock says. */
  longestTask: number;
  /** Without what the machine's host took away while it ran. */
  longestOwnTask: number;
  longestGap: number;
};

const probe = readFileSync(new URL('jankProbe.js', import.meta.url), 'utf8');
const Seen = z.object({
  tasks: z.array(z.object({ at: z.number(), ms: z.number() })),
  longestGap: z.number(),
});

/** Do something and report the longest task and frame gap meanwhile. */
export async function jankDuring(page: Page, deed: () => Promise<void>): Promise<Jank> {
  const watched = watchStolen();
  await page.evaluate(probe);
  await deed();
  const { tasks, longestGap } = Seen.parse(
    await page.evaluate('Object.assign(globalThis.jank, { on: false })'),
  );
  const stolen = watched();
  return {
    longestTask: Math.max(0, ...tasks.map(({ ms }) => ms)),
    longestOwnTask: Math.max(0, ...tasks.map(({ at, ms }) => ms - stolen(at, at + ms))),
    longestGap,
  };
}
