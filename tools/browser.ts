/** Makes sure that a Chromium for the journeys is there: Debian's where apt is, else the one Playwright keeps. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const debian = '/usr/bin/chromium';

function install(): void {
  console.log('Installing Chromium for the journeys…');
  const apt = (...words: string[]) =>
    execFileSync('apt-get', ['-qq', ...words], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation');
}

if (!existsSync(debian) && !existsSync(chromium.executablePath())) {
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) install();
  else {
    console.error(
      'The journeys need a Chromium: run "npx playwright install chromium", or install your system’s chromium package.',
    );
    process.exit(1);
  }
}
