/** Long tasks and frame gaps of a page's main thread during an action. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { watchStealTime } from './stealTime.ts';

/** In milliseconds. Tasks of up to 50 ms are not seen. */
export type Jank = {
  /** By the page's clock. */
  longestTask: number;
  /** Without steal time. */
  longestOwnTask: number;
  longestGap: number;
};

const probe = readFileSync(new URL('jankProbe.js', import.meta.url), 'utf8');
const ProbeResult = z.object({
  tasks: z.array(z.object({ at: z.number(), ms: z.number() })),
  longestGap: z.number(),
});

/** Runs an action and measures the longest task and frame gap. @returns these, with the action's result. */
export async function jankDuring<Result>(
  page: Page,
  action: () => Promise<Result>,
): Promise<Jank & { result: Result }> {
  const stopWatching = watchStealTime();
  await page.evaluate(probe);
  const result = await action();
  const { tasks, longestGap } = ProbeResult.parse(
    await page.evaluate('Object.assign(globalThis.jank, { on: false })'),
  );
  const stolen = stopWatching();
  return {
    longestTask: Math.max(0, ...tasks.map(({ ms }) => ms)),
    longestOwnTask: Math.max(0, ...tasks.map(({ at, ms }) => ms - stolen(at, at + ms))),
    longestGap,
    result,
  };
}
