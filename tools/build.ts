/** Builds the console when what it is made of has changed since the last build; `npm run build` does so in any case. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvFile } from '#host/envFile.ts';
import { fingerprint } from './fingerprint.ts';
import { release, releaseIn } from './release.ts';

const folder = 'dist';

/** Build the sources as they are and release them to `to`. */
export function buildNow(to = folder, settings: NodeJS.ProcessEnv = {}): void {
  const env = { ...process.env, ...settings };
  const out = mkdtempSync(join(tmpdir(), 'console-'));
  try {
    execFileSync(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', out],
      { stdio: 'inherit', env },
    );
    release(out, to, fingerprint(env));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Make sure `dist/` holds the console as the sources say now. */
export function buildConsole(): void {
  if (releaseIn(folder)?.from === fingerprint()) return;
  console.log('Building the console…');
  buildNow();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  readEnvFile();
  buildNow();
}
