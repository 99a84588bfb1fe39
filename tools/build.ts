/** Builds the console if its sources have changed since the last build; `npm run build` always builds it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { fingerprint } from './fingerprint.ts';
import { release, releaseIn } from './release.ts';

const folder = 'dist';

/**
 * Builds the current sources and releases them to `to`.
 * @param signal - aborts the build.
 */
export async function buildConsole(
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
    compressAssets(join(out, 'assets'));
    release(out, to, fingerprint(env));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/**
 * Writes a `.br` and a `.gz` file beside each asset that is text. Their names have a hash, so a compressed file never differs
 * from its original. `index.html` and `sw.js` stay as they are: a release replaces them under the same name.
 */
function compressAssets(assets: string): void {
  for (const name of readdirSync(assets).filter((file) => /[.](js|css|svg|json)$/.test(file))) {
    const file = join(assets, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** Builds the console into `dist/` if the sources have changed. */
export async function buildConsoleIfStale(signal?: AbortSignal): Promise<void> {
  if (releaseIn(folder)?.from === fingerprint()) return;
  console.log('Building the console…');
  await buildConsole(folder, {}, signal);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  readEnvFile();
  await buildConsole();
}
