/** The real browser in which pages are measured. */
import { chromium, type Browser } from '@playwright/test';
import { headlessShell, launchOptions, fullChromium } from '#tools/chromium.ts';
import { memoryOf, peakOf, resetPeak } from './memory.ts';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...launchOptions(fullChromium, headlessShell),
    args: ['--no-sandbox', '--disable-gpu'],
  });

/** In MB: all page processes together, and the browser process, which has windows, files and Blobs. */
type Memory = { page: number; browser: number };

/** Peaks are sampled because Chromium resets those of its processes every few minutes. */
const sampleIntervalMs = 250;

/** Starts to measure a browser's processes. @returns a function that stops and returns the peaks above the initial memory. */
export async function watchMemory(browser: Browser): Promise<() => Memory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pidsOf = (type: string) => processInfo.filter((each) => each.type === type).map(({ id }) => id);
  const watched = [...pidsOf('renderer'), ...pidsOf('browser')];
  const idle = new Map(watched.map((pid) => [pid, memoryOf(pid)]));
  const peaks = new Map(idle);
  watched.forEach(resetPeak);
  const sample = () => {
    for (const [pid, before] of peaks) {
      const peak = peakOf(pid);
      if (peak > before) peaks.set(pid, peak);
    }
  };
  const timer = setInterval(sample, sampleIntervalMs);
  const growthOf = (pids: number[]) => pids.reduce((sum, pid) => sum + peaks.get(pid)! - idle.get(pid)!, 0);
  return () => {
    clearInterval(timer);
    sample();
    return { page: growthOf(pidsOf('renderer')), browser: growthOf(pidsOf('browser')) };
  };
}
