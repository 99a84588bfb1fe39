/** How soon the installed console can be used when there is no network. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { medianOf, type Figure } from '../figures.ts';

const probe = readFileSync(new URL('usableProbe.js', import.meta.url), 'utf8');

/** All of the page's files are on this machine, and the worker answers for them. */
const installed = `navigator.serviceWorker.ready.then(async () => {
  while (!navigator.serviceWorker.controller) await new Promise((again) => setTimeout(again, 20));
})`;

const usable = `new Promise((resolve) => {
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
  await page.evaluate(installed);
  await context.setOffline(true);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const fresh = await context.newPage();
    await fresh.addInitScript(probe);
    await fresh.goto(address);
    times.push(z.number().parse(await fresh.evaluate(usable)));
    await fresh.close();
  }
  await context.setOffline(false);
  return medianOf('offline start to a usable list of datasets', times, 'ms', { max: 1000 });
}
