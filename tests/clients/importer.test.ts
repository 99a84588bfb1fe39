/** An importer that creates everything with the command line, names it by slugs, and runs twice. */
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Dataset } from '@cloakroom/contract/datasets.ts';
import { Job } from '@cloakroom/contract/jobs.ts';
import { DecryptedRecord } from '@cloakroom/contract/records.ts';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { Upload } from '@cloakroom/contract/uploads.ts';
import { startCommandLine } from '#tests/proxy/commands/support/commandLine.ts';

const line = await startCommandLine();
const { cloakroom, reply, file, world } = line;
afterAll(() => line.close());

const organization = ['--organization', world.owner.organization.slug];
const dataset = [...organization, '--dataset', 'ward-7'];
const schema = [...dataset, '--schema', 'visits'];
const definition = await file(
  'visits.schema.json',
  JSON.stringify({
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 150 } },
    required: ['name', 'age'],
  }),
);
const rows = Array.from({ length: 250 }, (_, index) => ({ name: `Person ${index}`, age: index % 100 }));
const records = await file(
  'visits.csv',
  ['name,age', ...rows.map(({ name, age }) => `${name},${age}`)].join('\n'),
);

/** The commands of the importer, in their order. */
const commands = {
  dataset: ['dataset', 'create', ...organization, '--name', 'Ward 7', '--slug', 'ward-7'],
  schema: ['schema', 'create', ...dataset, '--name', 'Visits', '--slug', 'visits', '--file', definition],
  records: ['record', 'create', ...schema, '--file', records, '--key', 'import-of-2026-11-26'],
};
const stored = async () => ({
  datasets: (await reply(z.array(Dataset), ['dataset', 'list', ...organization])).map(({ slug }) => slug),
  schemas: (await reply(z.array(Schema), ['schema', 'list', ...dataset])).map(({ slug }) => slug),
  uploads: (await reply(z.array(Upload), ['upload', 'list', ...schema])).map((upload) => upload.records),
  records: (await reply(z.array(DecryptedRecord), ['record', 'decrypt', ...schema, '--limit', '1000'])).map(
    ({ data }) => data,
  ),
});
const imported = { datasets: ['ward-7'], schemas: ['visits'], uploads: [250], records: rows };
let first: Job;

test('the first run creates a dataset, a schema and the records', async () => {
  expect(await reply(Dataset, commands.dataset)).toMatchObject({ name: 'Ward 7', slug: 'ward-7' });
  expect(await reply(Schema, commands.schema)).toMatchObject({ name: 'Visits', slug: 'visits' });
  first = await reply(Job, commands.records);
  expect(first).toMatchObject({ status: 'complete', processed: 250 });
  expect(await stored()).toEqual(imported);
});

test('the second run gets 409 for what exists, and stores nothing twice', async () => {
  for (const command of [commands.dataset, commands.schema])
    expect(await cloakroom(command)).toEqual({
      code: 1,
      output: '',
      errorText: expect.stringMatching(/^409 Conflict: .* already exists/) as string,
    });
  const second = await reply(Job, commands.records);
  expect(second.job_id).toBe(first.job_id);
  expect(await stored()).toEqual(imported);
});
