/** Makes sure that a Chromium for the journeys is there: Debian's where apt is, else the one Playwright keeps. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { headlessShell, wholeChromium } from './chromium.ts';

/** Whether apt could install a package; what it has against it, it says itself. */
function installed(name: string): boolean {
  console.log(`Installing ${name} for the journeys…`);
  const apt = (...words: string[]) =>
    execFileSync('apt-get', ['-qq', ...words], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', name, 'fonts-liberation');
    return true;
  } catch {
    return false;
  }
}

const isHere = (...paths: string[]) => paths.some((path) => existsSync(path));
const mayInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

if (
  !isHere(headlessShell, chromium.executablePath()) &&
  !(mayInstall && installed('chromium-headless-shell')) &&
  !isHere(wholeChromium) &&
  !(mayInstall && installed('chromium'))
) {
  console.error(
    'The journeys need a Chromium: run "npx playwright install chromium", or install your system’s chromium package.',
  );
  process.exit(1);
}
