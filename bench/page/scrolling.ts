/** Scrolling a grid by wheel, compared with the same page at rest. */
import type { Page } from '@playwright/test';
import { medianOf, type Figure } from '../figures.ts';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** CSS pixels per second: a quick flick of the wheel. */
const pixelsPerSecond = 3000;

const restMs = 2000;

const probe = readFileSync(new URL('framesProbe.js', import.meta.url), 'utf8');

/** Runs an action. @returns the milliseconds between successive frames. */
async function framesDuring(page: Page, action: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(probe);
  await action();
  return z
    .array(z.number())
    .parse(await page.evaluate('Object.assign(globalThis.frames, { on: false }).gaps'));
}

/** The value that 95 of 100 don't exceed. */
const p95 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN;

async function scroll(page: Page, direction: 'x' | 'y', distance: number): Promise<void> {
  const box = await page.getByRole('grid').locator('..').boundingBox();
  if (!box) throw new Error('There is no grid to scroll.');
  const session = await page.context().newCDPSession(page);
  const distances = direction === 'x' ? { xDistance: -distance } : { yDistance: -distance };
  const position = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 150) };
  await session.send('Input.synthesizeScrollGesture', {
    ...position,
    ...distances,
    speed: pixelsPerSecond,
    gestureSourceType: 'mouse',
  });
  await session.detach();
}

/** Scrolls there and back. @returns the ratio of its frame times to those at rest. */
export async function scrolling(
  page: Page,
  name: string,
  direction: 'x' | 'y',
  distance: number,
  rounds: number,
): Promise<Figure> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const idle = p95(await framesDuring(page, () => page.waitForTimeout(restMs)));
    const busy = p95(
      await framesDuring(page, async () => {
        await scroll(page, direction, distance);
        await scroll(page, direction, -distance);
      }),
    );
    ratios.push(busy / idle);
  }
  return medianOf(name, ratios, '× idle, frame p95', { max: 1.5 });
}
