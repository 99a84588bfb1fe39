/** The time until the installed console can be used without a network. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { medianOf, type Figure } from '../figures.ts';

const probe = readFileSync(new URL('usableProbe.js', import.meta.url), 'utf8');

/** Resolves when all files of the page are on this machine and the service worker serves them. */
const untilInstalled = `navigator.serviceWorker.ready.then(async () => {
  while (!navigator.serviceWorker.controller) await new Promise((again) => setTimeout(again, 20));
})`;

const usableTime = `new Promise((resolve) => {
  const check = () => {
    const [mark] = performance.getEntriesByName('usable');
    if (mark) resolve(mark.startTime);
    else setTimeout(check, 20);
  };
  check();
})`;

/** Milliseconds from opening a new tab until its datasets are painted. The given page loads them first. */
export async function offlineStart(page: Page, rounds: number): Promise<Figure> {
  const address = new URL('/datasets', page.url()).href;
  const context = page.context();
  await page.goto(address);
  await page.getByRole('main').getByRole('link', { name: /Bench/ }).first().waitFor();
  await page.evaluate(untilInstalled);
  await context.setOffline(true);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const tab = await context.newPage();
    await tab.addInitScript(probe);
    await tab.goto(address);
    times.push(z.number().parse(await tab.evaluate(usableTime)));
    await tab.close();
  }
  await context.setOffline(false);
  return medianOf('offline start to a usable list of datasets', times, 'ms', { max: 1000 });
}
