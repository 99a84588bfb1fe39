/** Debian's builds of Chromium: they come with apt, and need no download of Playwright's own. */
import { existsSync } from 'node:fs';

/** The same engine without windows, menus and services of its own: a third less work for the same pages. */
export const headlessShell = '/usr/bin/chromium-headless-shell';
export const fullChromium = '/usr/bin/chromium';

/** What starts the first of these that is here, or else the browser that Playwright keeps. */
export function launchOptions(...paths: string[]): { executablePath?: string } {
  const executablePath = paths.find((path) => existsSync(path));
  return executablePath === undefined ? {} : { executablePath };
}
