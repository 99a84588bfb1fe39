/** Installs Debian packages that tests need, where apt is at hand and this process is root. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const canInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** Whether one of these paths exists. */
export const anyExists = (...paths: string[]): boolean => paths.some((path) => existsSync(path));

/** Install Debian packages. @returns whether apt could; it prints its reasons itself. */
export function installPackages(...names: string[]): boolean {
  if (!canInstall) return false;
  console.log(`Installing ${names.join(', ')} for the tests…`);
  const apt = (...words: string[]) =>
    execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...words], {
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
