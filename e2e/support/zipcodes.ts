/** The sample file of most journeys, and changed versions of it. */
import { readFileSync } from 'node:fs';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { makeSchema, type Client } from '../../tools/client.ts';

export const zipcodes = readFileSync('public/samples/zipcodes.csv', 'utf8');

export const zipcodeFields = JsonSchema.parse(
  JSON.parse(readFileSync('public/samples/zipcodes.schema.json', 'utf8')),
);

/** Some of the sample's rows, with its header. @param from - the first row. @param to - the row after the last. */
export function zipcodeRows(from: number, to: number): string {
  const [header = '', ...rows] = zipcodes.split('\n');
  return [header, ...rows.slice(from, to)].join('\n');
}

/** The paths of a schema's records and permissions. */
type SchemaLocation = { id: string; path: string; permissions: string };

/** Creates a dataset with a schema for zip codes. @param records - how many of the sample's rows are stored. */
export async function zipcodeSchema(person: Client, records = 0): Promise<SchemaLocation> {
  const { dataset, schema } = await makeSchema(
    person,
    { dataset: 'Places', schema: 'Zip codes' },
    zipcodeFields,
  );
  if (records > 0) await person.upload(schema.id, zipcodeRows(0, records), 'text/csv');
  const schemaPath = `/datasets/${idIn(dataset.url)}/schemas/${schema.id}`;
  return { id: schema.id, path: `${schemaPath}/records`, permissions: `${schemaPath}/permissions` };
}

/** The number of records of a schema, as the service counts them. */
export async function countRecords(person: Client, schema: string): Promise<number> {
  const answer = await person.send('GET', `/api/records/?schema=${schema}&count_only=true`);
  return ((await answer.json()) as { count: number }).count;
}

/** The sample with one line replaced; the header is line 1. */
export function withLine(number: number, line: string): string {
  const lines = zipcodes.split('\n');
  lines[number - 1] = line;
  return lines.join('\n');
}
