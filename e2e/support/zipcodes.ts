/** The sample that most journeys work on, and ways to spoil it. */
import { readFileSync } from 'node:fs';
import { JsonSchema } from '#contract/fields.ts';
import { idIn } from '#contract/reference.ts';
import { makeSchema, type Client } from '../../tools/client.ts';

export const zipcodes = readFileSync('public/samples/zipcodes.csv', 'utf8');

const definition = JsonSchema.parse(JSON.parse(readFileSync('public/samples/zipcodes.schema.json', 'utf8')));

/** Make a dataset with an empty schema for zip codes. */
export async function zipcodeSchema(person: Client): Promise<{ id: string; path: string }> {
  const { dataset, schema } = await makeSchema(
    person,
    { dataset: 'Places', schema: 'Zip codes' },
    definition,
  );
  return { id: schema.id, path: `/datasets/${idIn(dataset.url)}/schemas/${schema.id}/records` };
}

/** How many records a schema holds, as the service counts them. */
export async function countRecords(person: Client, schema: string): Promise<number> {
  const answer = await person.send('GET', `/api/records/?schema=${schema}&count_only=true`);
  return ((await answer.json()) as { count: number }).count;
}

/** The sample with one line of the file replaced; the header is line 1. */
export function withLine(number: number, line: string): string {
  const lines = zipcodes.split('\n');
  lines[number - 1] = line;
  return lines.join('\n');
}
