/** Debian's builds of Chromium: installed with apt, they save the download of Playwright's own build. */
import { existsSync } from 'node:fs';

/** The same engine without windows, menus and background services: it does a third less work for the same pages. */
export const headlessShell = '/usr/bin/chromium-headless-shell';
export const fullChromium = '/usr/bin/chromium';

/** The launch options of the first of these that exists, or otherwise of Playwright's browser. */
export function launchOptions(...paths: string[]): { executablePath?: string } {
  const executablePath = paths.find((path) => existsSync(path));
  return executablePath === undefined ? {} : { executablePath };
}
