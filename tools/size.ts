/** `npm run size`: builds the console, and fails if the initial JavaScript of a page exceeds its budget. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** One entry of the build's manifest: a file, and the entries that it imports statically. */
type Entry = { file: string; imports?: string[] };
type Manifest = Record<string, Entry>;

/**
 * What a page loads first, and the limit of its size, in kB of 1000 bytes, gzipped. What is loaded when the
 * browser is idle (the alerts, the local database's library) doesn't count.
 */
const budgets = [
  { page: '/login', entries: ['index.html', 'src/features/accounts/LoginPage.tsx'], maxKb: 200 },
  {
    page: '/datasets',
    entries: [
      'index.html',
      'src/app/access.ts',
      'src/machines/root/effects.ts',
      'src/app/Layout.tsx',
      'src/features/datasets/DatasetsPage.tsx',
    ],
    maxKb: 240,
  },
];

/** The files of entries and of their static imports. @throws {Error} that names an entry that isn't built. */
function filesOf(manifest: Manifest, entries: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of entries) {
    const entry = manifest[name];
    if (!entry) throw new Error(`The build has no ${name}; tools/size.ts has to name what the page loads.`);
    if (seen.has(entry.file)) continue;
    seen.add(entry.file);
    filesOf(manifest, entry.imports ?? [], seen);
  }
  return seen;
}

const out = mkdtempSync(join(tmpdir(), 'size-'));
try {
  const vite = 'node_modules/vite/bin/vite.js';
  execFileSync(
    process.execPath,
    [vite, 'build', '--manifest', '--emptyOutDir', '--logLevel', 'warn', '--outDir', out],
    {
      stdio: 'inherit',
    },
  );
  const manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8')) as Manifest;
  for (const { page, entries, maxKb } of budgets) {
    const files = [...filesOf(manifest, entries)].filter((file) => file.endsWith('.js'));
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(out, file))).length, 0);
    const verdict = bytes > maxKb * 1000 ? 'TOO MUCH' : 'ok';
    console.log(
      `${page}: ${(bytes / 1000).toFixed(1)} kB gzipped in ${files.length} files, at most ${maxKb} kB: ${verdict}`,
    );
    if (verdict !== 'ok') process.exitCode = 1;
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}
