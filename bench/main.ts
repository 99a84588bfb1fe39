/** `npm run bench [name…] [size] [--json] [--trial]`: measures the product side by side with what a user would pick instead. */
import { flights } from './flights.ts';
import { print, type Figure } from './figures.ts';
import { search } from './search.ts';

const words = process.argv.slice(2);
const trial = words.includes('--trial');
const size = Number(words.find((word) => /^\d+$/.test(word)) ?? NaN);
const names = words.filter((word) => !word.startsWith('--') && !/^\d+$/.test(word));

/** Each bench at its real size; in a trial at a size that only proves that it works. */
const benches: Record<string, () => Promise<Figure[]>> = {
  search: () =>
    search(
      trial
        ? { records: 2000, rounds: 1, uploads: 10, each: 10 }
        : { records: size || 1_000_000, rounds: 5, uploads: 1000, each: 100 },
    ),
  flights: () => flights(trial ? { rows: 1000, rounds: 1 } : { rows: 200_000, rounds: 5 }),
};

for (const [name, bench] of Object.entries(benches))
  if (names.length === 0 || names.includes(name)) print(await bench(), words.includes('--json'));
