/** `npm run bench [name…] [--json] [--trial]`: measures the product side by side with what a user would pick instead. */
import { flights } from './flights.ts';
import { print, type Figure } from './figures.ts';

const words = process.argv.slice(2);
const trial = words.includes('--trial');
const names = words.filter((word) => !word.startsWith('--'));

/** Each bench at its real size; in a trial at a size that only proves that it works. */
const benches: Record<string, () => Promise<Figure[]>> = {
  flights: () => flights(trial ? { rows: 1000, rounds: 1 } : { rows: 200_000, rounds: 5 }),
};

for (const [name, bench] of Object.entries(benches))
  if (names.length === 0 || names.includes(name)) print(await bench(), words.includes('--json'));
