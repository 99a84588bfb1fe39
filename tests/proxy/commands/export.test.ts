/** `record export` writes all records that match, and continues a file after an interruption. */
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openExportFile } from '@cloakroom/proxy/commands/exportTarget.ts';
import { startCommandLine } from './support/commandLine.ts';

const line = await startCommandLine();
const { world, folder, cloakroom, reply, file } = line;
afterAll(() => line.close());

const definition = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const },
    age: { type: 'integer' as const, minimum: 0, maximum: 130 },
  },
  required: ['name'],
};

test('exports all records as CSV that can be uploaded again, or as JSON, into a file that an interruption leaves unfinished', async () => {
  const people = Array.from({ length: 3000 }, (_, at) => `"Person, ${at}",${at % 130}`);
  const path = await file('many.csv', `name,age\n${people.join('\n')}\n`);
  const target = await line.world.schemaOf(definition);
  await reply(z.unknown(), ['record', 'create', path, '--schema', target.id]);
  const words = ['record', 'export', '--schema', target.id, '--decrypt'];
  const csv = `age,name\r\n${people.map((row) => `${row.split(',').at(-1)},${row.slice(0, row.lastIndexOf(','))}\r\n`).join('')}`;
  expect(await cloakroom([...words, '--format', 'csv'])).toEqual({ code: 0, output: csv, errorText: '' });
  const ages = z.array(z.looseObject({ data: z.object({ age: z.number(), name: z.string() }) }));
  const young = await reply(ages, [...words, '--format', 'json', '--filter', 'age<2']);
  expect(young.map(({ data }) => data.name)).toEqual(
    people.flatMap((_, at) => (at % 130 < 2 ? [`Person, ${at}`] : [])),
  );

  const whole = join(folder, 'whole.csv');
  const summary = await reply(z.unknown(), [...words, '--output', whole]);
  expect(summary).toEqual({ file: whole, records: 3000 });
  expect(await readFile(whole, 'utf8')).toBe(csv);
  // An export that was killed has written more than it has noted.
  const { records } = (await world.ada.search({ schema: target.id, limit: 1, offset: 999 })) as {
    records: { id: string }[];
  };
  const cut = join(folder, 'cut.csv');
  const target1000 = await openExportFile(cut, {
    schema: target.id,
    filters: [],
    decrypt: true,
    format: 'csv',
  });
  const lines = csv.split('\r\n');
  await target1000.write(`${lines.slice(0, 1001).join('\r\n')}\r\n`, {
    after: records[0]!.id,
    records: 1000,
  });
  await appendFile(`${cut}.part`, 'half a rec');
  expect(await reply(z.unknown(), [...words, '--output', cut])).toEqual({ file: cut, records: 3000 });
  expect(await readFile(cut, 'utf8')).toBe(csv);
  expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
}, 120_000);
