/** Public data as published: what strict reading reports, and that the samples pass. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { fieldsOf, JsonSchema } from '@cloakroom/contract/fields.ts';
import { flights, movies } from '#tools/samples.ts';
import { readAll } from './support/files.ts';

const root = join(import.meta.dirname, '../..');
const text = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const published = (name: string) => text('node_modules/vega-datasets/data', name);
const fieldsIn = (...path: string[]) => fieldsOf(JsonSchema.parse(JSON.parse(text(...path))));

describe('zipcodes.csv', () => {
  const fields = fieldsIn('public/samples/zipcodes.schema.json');
  const file = text('public/samples/zipcodes.csv');

  test('is the published file', () => {
    expect(file).toBe(published('zipcodes.csv'));
  });

  test('passes with all its rows, and every cell equals what Papa reads', async () => {
    const { records, problems, rows } = await readAll(file, 'csv', fields);
    expect({ rows, problems }).toEqual({ rows: 42_049, problems: [] });
    const whole = Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true }).data;
    expect(
      records.map((record) => ({
        ...record,
        latitude: Number(record.latitude),
        longitude: Number(record.longitude),
      })),
    ).toEqual(
      whole.map((row) => ({ ...row, latitude: Number(row.latitude), longitude: Number(row.longitude) })),
    );
    expect(records[0]).toMatchObject({ zip_code: '00501' });
  });
});

describe('movies.json', () => {
  const fields = fieldsIn('tests/fixtures/movies.schema.json');

  test('as published fails only on nine titles that are numbers', async () => {
    const { problems, rows } = await readAll(published('movies.json'), 'json', fields);
    expect(rows).toBe(3201);
    expect(problems.map((problem) => problem.replace(/^\[\d+\] /, ''))).toEqual(
      [1776, 1941, 1408, 2012, 2046, 21, 300, 9, 54].map((title) => `Title: ${title} is a number, not text.`),
    );
  });

  test('with its titles as strings passes with all its rows', async () => {
    const file = movies();
    const { records, problems, rows } = await readAll(file, 'json', fields);
    expect({ rows, problems }).toEqual({ rows: 3201, problems: [] });
    const whole = JSON.parse(file) as Record<string, string | number | null>[];
    expect(records).toEqual(
      whole.map((film) =>
        Object.fromEntries(
          Object.entries(film).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
        ),
      ),
    );
  });
});

describe('flights-200k.json', () => {
  const fields = fieldsIn('public/samples/flights.schema.json');

  test('as published has times that no number of hours can represent', async () => {
    const { problems, rows, records } = await readAll(published('flights-200k.json'), 'json', fields);
    expect(rows).toBe(200_000);
    expect(records).toHaveLength(68_858);
    expect(problems[0]).toMatch(/^\[\d+\] time: \d+\.\d{15,18} has more than 4 decimals\.$/);
  });

  test('with times to the minute passes with all its rows', async () => {
    const { problems, rows } = await readAll(flights(), 'json', fields);
    expect({ rows, problems }).toEqual({ rows: 200_000, problems: [] });
  });

  test('as a sample is every tenth of them', () => {
    expect(text('public/samples/flights.json')).toBe(flights(10));
  });
});
