/** Makes sure that the programs that tests run are installed: Chromium, load balancers, a connection pooler, Python. */
import { chromium } from '@playwright/test';
import { headlessShell, fullChromium } from './chromium.ts';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const canInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** Whether one of these paths exists. */
const anyExists = (...paths: string[]): boolean => paths.some((path) => existsSync(path));

/** Installs Debian packages. @returns whether apt succeeded; apt prints its errors itself. */
function installPackages(...names: string[]): boolean {
  if (!canInstall) return false;
  console.log(`Installing ${names.join(', ')} for the tests…`);
  const apt = (...parameters: string[]) =>
    execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...parameters], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...names);
    return true;
  } catch {
    return false;
  }
}

/** Servers that the tests put in front of the service and of its database: path and Debian package. */
const servers: [path: string, name: string][] = [
  ['/usr/sbin/nginx', 'nginx-light'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/bin/caddy', 'caddy'],
  ['/usr/sbin/pgbouncer', 'pgbouncer'],
  ['/usr/bin/openssl', 'openssl'],
];

/** Modules of the Python client: their names in Python, and Debian packages. */
const pythonModules: [module: string, name: string][] = [
  ['sys', 'python3'],
  ['requests', 'python3-requests'],
  ['pandas', 'python3-pandas'],
];

/** Whether the system's Python, for which Debian's packages are installed, can import a module. */
function canImport(module: string): boolean {
  try {
    execFileSync('/usr/bin/python3', ['-c', `import ${module}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

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
  const missing = [
    ...servers.filter(([path]) => !anyExists(path)),
    ...pythonModules.filter(([module]) => !canImport(module)),
  ].map(([, name]) => name);
  if (missing.length > 0 && !installPackages(...missing))
    fail(`The tests need ${missing.join(', ')}: install these packages of your system.`);
}
