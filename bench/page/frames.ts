/** Frames: how long each took while something happened in a page. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';

const probe = readFileSync(new URL('framesProbe.js', import.meta.url), 'utf8');

/** Do something; gives the milliseconds between each two frames meanwhile. */
export async function framesDuring(page: Page, deed: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(probe);
  await deed();
  return z
    .array(z.number())
    .parse(await page.evaluate('Object.assign(globalThis.frames, { on: false }).gaps'));
}

/** The value that 95 of 100 don't exceed. */
export const p95 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN;
