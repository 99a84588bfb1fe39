/** One hash of everything that the console is built from. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const sources = [
  'src',
  'packages/contract',
  'packages/ingest',
  'packages/wire',
  'public',
  'index.html',
  'vite.config.ts',
  'tools/manifest.ts',
  'package-lock.json',
];

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

/** A hash of sources and build-time settings, hexadecimal: equal hashes mean equal builds. */
export function fingerprint(settings: Record<string, string | undefined> = process.env): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn).sort())
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  for (const name of Object.keys(settings)
    .filter((key) => key.startsWith('VITE_'))
    .sort())
    hash.update(`${name}=${settings[name] ?? ''}\0`);
  return hash.digest('hex');
}
