/** Replaces the served build of the console, so that a page never gets parts of two builds. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The build in a folder: the fingerprint of its sources, and its files with a hash in their name. */
type Release = { from: string; assets: string[] };

const releaseFile = '.release.json';
const assets = 'assets';
/** Pages of builds that were replaced longer ago have been reloaded. */
const retentionMs = 7 * 24 * 3600 * 1000;
/** Copied after the files that they name; the service worker, which fetches all files, is the last. */
const copiedLast = ['index.html', 'sw.js'];

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** The release in a folder; null if there is none. */
export function releaseIn(folder: string): Release | null {
  const file = join(folder, releaseFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Release) : null;
}

/**
 * Copies the build over the release in `folder`. An open page of an older build may still ask for its files: they stay
 * until the first release a week after they were replaced.
 * @param from - the fingerprint of the sources, which `releaseIn` returns.
 */
export function release(build: string, folder: string, from: string, now = Date.now()): void {
  const last = releaseIn(folder);
  const newAssets = namesIn(join(build, assets));
  mkdirSync(folder, { recursive: true });
  const rest = namesIn(build).filter((name) => !copiedLast.includes(name));
  for (const name of [...rest, ...copiedLast.filter((each) => existsSync(join(build, each)))])
    cpSync(join(build, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, releaseFile), JSON.stringify({ from, assets: newAssets } satisfies Release));

  // The modification time of a retired file is the time of its retirement.
  const retiredAt = new Date(now);
  const present = namesIn(join(folder, assets));
  for (const name of (last?.assets ?? []).filter((each) => present.includes(each)))
    utimesSync(join(folder, assets, name), retiredAt, retiredAt);
  for (const name of present.filter((each) => !newAssets.includes(each))) {
    const file = join(folder, assets, name);
    if (now - statSync(file).mtimeMs > retentionMs) rmSync(file);
  }
}
