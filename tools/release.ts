/** Puts a new build of the console in the place of the last one, without a moment in which a page finds half of either. */
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

/** What is known of the build in a folder: what it was made of, and its files with a hash in their name. */
type Release = { from: string; assets: string[] };

const note = '.release.json';
const assets = 'assets';
/** Pages of builds that are gone for longer have been loaded anew. */
const keptMs = 7 * 24 * 3600 * 1000;
/** What names the new files comes after them; the service worker, which fetches all of them, comes last. */
const late = ['index.html', 'sw.js'];

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** The release that a folder holds; null when there is none. */
export function releaseIn(folder: string): Release | null {
  const file = join(folder, note);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Release) : null;
}

/**
 * Copy the build over the release in `folder`. An open page of an older build may still ask for its files: they stay until
 * the next release, and until they were a week out of use.
 * @param from - what the build was made of, to be found again by `releaseIn`.
 */
export function release(build: string, folder: string, from: string, now = Date.now()): void {
  const last = releaseIn(folder);
  const fresh = namesIn(join(build, assets));
  mkdirSync(folder, { recursive: true });
  const rest = namesIn(build).filter((name) => !late.includes(name));
  for (const name of [...rest, ...late.filter((each) => existsSync(join(build, each)))])
    cpSync(join(build, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, note), JSON.stringify({ from, assets: fresh } satisfies Release));

  // A file's time is when it was last part of the present build.
  const retired = new Date(now);
  const there = namesIn(join(folder, assets));
  for (const name of (last?.assets ?? []).filter((each) => there.includes(each)))
    utimesSync(join(folder, assets, name), retired, retired);
  for (const name of there.filter((each) => !fresh.includes(each))) {
    const file = join(folder, assets, name);
    if (now - statSync(file).mtimeMs > keptMs) rmSync(file);
  }
}
