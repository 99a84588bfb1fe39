/** Writes the sample files in public/samples/ from the dev dependency vega-datasets: `tsx tools/samples.ts`. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, '../node_modules/vega-datasets/data');
const samples = join(import.meta.dirname, '../public/samples');

type Row = Record<string, unknown>;
const rowsOf = (file: string) => JSON.parse(readFileSync(join(source, file), 'utf8')) as Row[];

/** One record per line, so that a diff shows each changed record as one line. */
const oneRecordPerLine = (rows: Row[]) => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;

/**
 * Films as published, except that numeric titles (`300`, `1776`) become strings.
 * For tests only: no licence is recorded for them.
 */
export const movies = (): string =>
  oneRecordPerLine(
    rowsOf('movies.json').map((film) =>
      typeof film.Title === 'number' ? { ...film, Title: String(film.Title) } : film,
    ),
  );

/**
 * 200,000 flights as published, except for their time: a number of minutes divided by 60, written with up to 18 decimals.
 * Four decimals are enough to distinguish every minute of the day.
 * @param every - 10 takes every tenth flight.
 */
export const flights = (every = 1): string =>
  oneRecordPerLine(
    rowsOf('flights-200k.json')
      .filter((_, number) => number % every === 0)
      .map((flight) => ({ ...flight, time: Number(Number(flight.time).toFixed(4)) })),
  );

if (import.meta.filename === process.argv[1]) {
  copyFileSync(join(source, 'zipcodes.csv'), join(samples, 'zipcodes.csv'));
  writeFileSync(join(samples, 'flights.json'), flights(10));
}
