/** The real browser in which pages are measured. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { memoryOf, peakOf, resetPeak } from './memory.ts';

const debian = '/usr/bin/chromium';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(existsSync(debian) ? { executablePath: debian } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });

/** MB: of all pages' processes together, and of the one that holds the windows, files and Blobs. */
type Memory = { page: number; browser: number };

/** Begin to measure what a browser's processes take; gives how far their peaks then are over where they are now. */
export async function watchMemory(browser: Browser): Promise<() => Memory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const of = (type: string) => processInfo.filter((each) => each.type === type).map(({ id }) => id);
  const watched = [...of('renderer'), ...of('browser')];
  const idle = new Map(watched.map((pid) => [pid, memoryOf(pid)]));
  watched.forEach(resetPeak);
  const over = (pids: number[]) => pids.reduce((sum, pid) => sum + peakOf(pid) - (idle.get(pid) ?? 0), 0);
  return () => ({ page: over(of('renderer')), browser: over(of('browser')) });
}
