/** Builds the console when what it is made of has changed since the last build; `npm run build` does so in any case. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { fingerprint } from './fingerprint.ts';
import { release, releaseIn } from './release.ts';

const folder = 'dist';

/**
 * Build the sources as they are and release them to `to`.
 * @param signal - breaks the build off.
 */
export async function buildNow(
  to = folder,
  settings: NodeJS.ProcessEnv = {},
  signal?: AbortSignal,
): Promise<void> {
  const env = { ...process.env, ...settings };
  const out = mkdtempSync(join(tmpdir(), 'console-'));
  try {
    const child = spawn(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', out],
      { stdio: 'inherit', env, ...(signal ? { signal } : {}) },
    );
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (code !== 0) throw new Error(`vite build ended with exit code ${code}.`);
    release(out, to, fingerprint(env));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Make sure `dist/` holds the console as the sources say now. */
export async function buildConsole(signal?: AbortSignal): Promise<void> {
  if (releaseIn(folder)?.from === fingerprint()) return;
  console.log('Building the console…');
  await buildNow(folder, {}, signal);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  readEnvFile();
  await buildNow();
}
