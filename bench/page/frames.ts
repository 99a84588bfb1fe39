/** The time between frames of a page during an action. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';

const probe = readFileSync(new URL('framesProbe.js', import.meta.url), 'utf8');

/** Runs an action. @returns the milliseconds between each two frames. */
export async function framesDuring(page: Page, action: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(probe);
  await action();
  return z
    .array(z.number())
    .parse(await page.evaluate('Object.assign(globalThis.frames, { on: false }).gaps'));
}

/** The value that 95 of 100 don't exceed. */
export const p95 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN;
