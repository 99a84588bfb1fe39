/** `npm run bench [name…] [size] [--json] [--trial]`: measures the product and its alternatives. */
import { availableParallelism, loadavg } from 'node:os';
import { sharedStack, withNewStack } from './benchStack.ts';
import { exports } from './export.ts';
import { flights } from './flights.ts';
import { print, type Figure } from './figures.ts';
import { page } from './page.ts';
import { backgroundExport } from './page/backgroundExport.ts';
import { proposal } from './page/proposal.ts';
import { search } from './search.ts';
import { storage } from './storage.ts';
import { stores } from './stores.ts';
import { watchStealTime } from './stealTime.ts';
import { trainer } from './trainer.ts';
import { uploads } from './uploads.ts';
import { large } from './upload/large.ts';
import { reading } from './upload/reading.ts';
import { resumable } from './upload/resumable.ts';
import { whole } from './upload/whole.ts';

const args = process.argv.slice(2);
const trial = args.includes('--trial');
const size = Number(args.find((arg) => /^\d+$/.test(arg)) ?? NaN);
const names = args.filter((arg) => !arg.startsWith('--') && !/^\d+$/.test(arg));

const shared = sharedStack();
/** All uploads of a trial use the same programs. */
const withStack = trial ? shared.withStack : withNewStack;

/** How often and how long each search is repeated, in PostgreSQL and in other stores. */
const searchRounds = trial ? { min: 1, ms: 0 } : { min: 9, ms: 500 };

/** Each benchmark at its real size; in a trial at a size that only shows that it works. */
const benches: Record<string, () => Promise<Figure[]>> = {
  search: () =>
    search(
      trial
        ? { records: 2000, rounds: searchRounds, uploads: 10, each: 10 }
        : { records: size || 1_000_000, rounds: searchRounds, uploads: 1000, each: 100 },
    ),
  storage: () => storage(trial ? { records: 2000, rounds: 1 } : { records: size || 1_000_000, rounds: 5 }),
  stores: () => stores({ records: trial ? 2000 : size || 1_000_000, rounds: searchRounds }),
  uploads: () =>
    uploads(
      trial ? { uploads: [10, 200], rounds: 2 } : { uploads: [10, 100_000, size || 1_000_000], rounds: 30 },
    ),
  'upload/reading': () =>
    reading(
      trial ? { bytes: 1e6, largeBytes: 2e6, rounds: 1 } : { bytes: 100e6, largeBytes: 1e9, rounds: 5 },
    ),
  'upload/whole': () =>
    whole(
      trial
        ? [{ records: 1000, rounds: 1 }]
        : [
            { records: 100_000, rounds: 5 },
            { records: 1_000_000, rounds: 3 },
          ],
      withStack,
    ),
  'upload/large': () =>
    large(
      trial
        ? { small: { bytes: 1e6, rounds: 1 }, largeBytes: 2e6, settleMs: 100 }
        : { small: { bytes: 100e6, rounds: 3 }, largeBytes: 1e9, settleMs: 3000 },
      withStack,
    ),
  'upload/resumable': () => resumable(trial ? { bytes: 20e6, cuts: 2 } : { bytes: 1e9, cuts: 5 }),
  export: () => exports(trial ? { records: 2000, rounds: 1 } : { records: size || 1_000_000, rounds: 3 }),
  page: () => page(trial ? { cells: 7000, rounds: 1 } : { cells: 100_000, rounds: 5 }),
  'page/proposal': () => proposal({ bytes: trial ? 1e6 : 1e9 }, withStack),
  'page/export': () => backgroundExport({ records: trial ? 2000 : size || 100_000 }),
  trainer: () => trainer(trial ? { records: 2000, rounds: 1 } : { records: size || 100_000, rounds: 9 }),
  flights: () => flights(trial ? { rows: 1000, rounds: 1 } : { rows: 200_000, rounds: 5 }),
};

const isOf = (name: string, filter: string) => name === filter || name.startsWith(`${filter}/`);
const all = Object.keys(benches);
const unknown = names.filter((filter) => !all.some((name) => isOf(name, filter)));
if (unknown.length > 0)
  throw new Error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
const isSelected = (name: string) => names.length === 0 || names.some((filter) => isOf(name, filter));

const json = args.includes('--json');
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (!isSelected(name)) continue;
    const from = Date.now();
    const stopWatching = watchStealTime();
    const figures = await bench();
    const until = Date.now();
    const load = loadavg().map((each) => each.toFixed(1));
    const stolenPercent = Math.round((100 * stopWatching()(from, until)) / (until - from));
    if (!json)
      console.log(
        `# ${name}: ${availableParallelism()} cores, load ${load.join(' ')}; the machine's host had one of them in ${stolenPercent} % of the time`,
      );
    print(figures, json);
  }
} finally {
  await shared.close();
}
