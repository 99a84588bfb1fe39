/** The sample organization of `npm start -- --demo`: created through the same calls as people's scripts use. */
import { readFileSync } from 'node:fs';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { listDatasets } from '@cloakroom/contract/datasets.ts';
import type { Stack } from './stack.ts';
import { ensureAccount, makeSchema } from './client.ts';

export const demoAccount = { email: 'demo@cloakroom.example', password: 'a-sample-to-look-at' };

const samples = [
  {
    dataset: 'Geography',
    schema: 'Zip codes',
    file: 'zipcodes',
    type: 'text/csv',
    description: '42,049 places in the United States',
  },
  {
    dataset: 'Air traffic',
    schema: 'Flights',
    file: 'flights',
    type: 'application/json',
    description: '20,000 flights with their delays',
  },
] as const;

/** Creates the demo account and fills its organization, unless they exist already. */
export async function seedDemo(stack: Pick<Stack, 'url' | 'outbox'>): Promise<void> {
  const demo = await ensureAccount(stack, demoAccount, {
    first_name: 'Demo',
    last_name: 'Visitor',
    organization_name: 'Demo Organization',
  });
  const existingNames = new Set((await demo.call(listDatasets)).map((dataset) => dataset.name));
  for (const { dataset, schema, file, type, description } of samples) {
    if (existingNames.has(dataset)) continue;
    const definition = JsonSchema.parse(
      JSON.parse(readFileSync(`public/samples/${file}.schema.json`, 'utf8')),
    );
    const created = await makeSchema(demo, { dataset, schema, description }, definition);
    const extension = type === 'text/csv' ? 'csv' : 'json';
    const job = await demo.upload(
      created.schema.id,
      readFileSync(`public/samples/${file}.${extension}`),
      type,
    );
    if (job.status === 'failed')
      throw new Error(`The sample ${file} could not be uploaded: ${job.error ?? 'no reason given'}`);
  }
}
