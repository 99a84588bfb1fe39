/** What a page's main thread goes through while something happens. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';

/** Milliseconds. */
export type Jank = { longestTask: number; longestGap: number };

const probe = readFileSync(new URL('jankProbe.js', import.meta.url), 'utf8');
const Seen = z.object({ longestTask: z.number(), longestGap: z.number() });

/** Do something and report the longest task and frame gap meanwhile. */
export async function jankDuring(page: Page, deed: () => Promise<void>): Promise<Jank> {
  await page.evaluate(probe);
  await deed();
  return Seen.parse(await page.evaluate('Object.assign(globalThis.jank, { on: false })'));
}
