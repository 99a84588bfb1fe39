/** Makes sure that the programs that tests run are here: a Chromium, load balancers, a connection pooler. */
import { chromium } from '@playwright/test';
import { headlessShell, fullChromium } from './chromium.ts';
import { installPackages, anyExists } from './debianPackage.ts';

/** Servers that the tests put in front of the service and of its database: path and Debian package. */
const servers: [path: string, name: string][] = [
  ['/usr/sbin/nginx', 'nginx-light'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/bin/caddy', 'caddy'],
  ['/usr/sbin/pgbouncer', 'pgbouncer'],
  ['/usr/bin/openssl', 'openssl'],
];

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

if (
  !anyExists(headlessShell, chromium.executablePath()) &&
  !installPackages('chromium-headless-shell', 'fonts-liberation') &&
  !anyExists(fullChromium) &&
  !installPackages('chromium', 'fonts-liberation')
)
  fail(
    'The journeys need a Chromium: run "npx playwright install chromium", or install your system’s chromium package.',
  );

if (!process.argv.includes('--browser-only')) {
  const missing = servers.filter(([path]) => !anyExists(path)).map(([, name]) => name);
  if (missing.length > 0 && !installPackages(...missing))
    fail(`The tests need ${missing.join(', ')}: install these packages of your system.`);
}
