/** The benchmarks of uploads with little data: each runs to its end and prints its figures. The values are not checked. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const run = promisify(execFile);

/** Each benchmark, and some of the figures that it must print. */
const benches = {
  'upload/reading': [
    'CSV to a checked body, ratio to Papa.parse(File) with trimming',
    'JSON to a checked body, ratio to JSON.parse of the whole',
    'JSON sending, ratio to a bare fetch(File)',
  ],
  'upload/whole': ['1000 records of 8 fields, ratio to COPY'],
  'upload/large': ['1 MB of CSV, longest main-thread task', 'page over idle, 2 MB of JSON to 1 MB of JSON'],
};

test('the benchmarks of uploads measure in a real browser and lose no record', async () => {
  test.setTimeout(300_000);
  // In one run, so that all uploads use the same programs.
  const parameters = ['--import', 'tsx', 'bench/main.ts', ...Object.keys(benches), '--trial'];
  const { stdout } = await run(process.execPath, parameters);
  const lines = stdout.split('\n').filter((line) => line.includes('\t'));
  for (const line of lines)
    expect(line).toMatch(/^[^\t]+\t-?[\d.e+-]+\t[^\t]+\t(-|[≥≤] [\d.]+)\t(-|holds|falls short)$/);
  const names = lines.map((line) => line.split('\t')[0]);
  expect(names).toEqual(expect.arrayContaining(Object.values(benches).flat()));
  const stored = lines.filter((line) => line.includes('records stored'));
  expect(stored).toHaveLength(4);
  for (const line of stored) expect(line).toMatch(/\tholds$/);
});
