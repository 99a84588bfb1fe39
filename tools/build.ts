/** Builds the console when what it is made of has changed since the last build. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = ['src', 'contract', 'rows', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];
const stamp = 'dist/.built-from';

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

/** What the console is built from, as one hash: sources and build-time settings. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn).sort())
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  for (const name of Object.keys(process.env)
    .filter((key) => key.startsWith('VITE_'))
    .sort())
    hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('hex');
}

/** Make sure `dist/` holds the console as the sources say now. */
export function buildConsole(): void {
  const present = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === present) return;
  console.log('Building the console…');
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    stdio: 'inherit',
  });
  writeFileSync(stamp, present);
}
