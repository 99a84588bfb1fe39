/** Debian's builds of Chromium: they come with apt, and need no download of Playwright's own. */
import { existsSync } from 'node:fs';

/** The same engine without windows, menus and services of its own: a third less work for the same pages. */
export const headlessShell = '/usr/bin/chromium-headless-shell';
export const fullChromium = '/usr/bin/chromium';

/** The launch options of the first of these that exists, or else of the browser of Playwright. */
export function launchOptions(...paths: string[]): { executablePath?: string } {
  const executablePath = paths.find((path) => existsSync(path));
  return executablePath === undefined ? {} : { executablePath };
}
