/** The real browser in which pages are measured. */
import { chromium, type Browser } from '@playwright/test';
import { headlessShell, launching, wholeChromium } from '#tools/chromium.ts';
import { memoryOf, peakOf, resetPeak } from './memory.ts';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...launching(wholeChromium, headlessShell),
    args: ['--no-sandbox', '--disable-gpu'],
  });

/** MB: of all pages' processes together, and of the one that holds the windows, files and Blobs. */
type Memory = { page: number; browser: number };

/** Milliseconds. Chromium begins its processes' peaks anew every few minutes, for statistics of its own. */
const often = 250;

/** Begin to measure what a browser's processes take; gives how far their peaks then are over where they are now. */
export async function watchMemory(browser: Browser): Promise<() => Memory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const of = (type: string) => processInfo.filter((each) => each.type === type).map(({ id }) => id);
  const watched = [...of('renderer'), ...of('browser')];
  const idle = new Map(watched.map((pid) => [pid, memoryOf(pid)]));
  const peaks = new Map(idle);
  watched.forEach(resetPeak);
  const look = () => {
    for (const [pid, before] of peaks) {
      const peak = peakOf(pid);
      if (peak > before) peaks.set(pid, peak);
    }
  };
  const timer = setInterval(look, often);
  const over = (pids: number[]) => pids.reduce((sum, pid) => sum + peaks.get(pid)! - idle.get(pid)!, 0);
  return () => {
    clearInterval(timer);
    look();
    return { page: over(of('renderer')), browser: over(of('browser')) };
  };
}
