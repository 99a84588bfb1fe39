/** A program of another repository: it uses the packed client against a running proxy. */
import { ClientError, createClient, uploadFile, UploadFailed } from '@cloakroom/client';
import { createDataset, listDatasets } from '@cloakroom/contract/datasets';
import { listOrganizations } from '@cloakroom/contract/organizations';
import { decryptRecords, searchRecords } from '@cloakroom/contract/records';
import { createSchema, getSchema } from '@cloakroom/contract/schemas';

const { BASE_URL = '', AUTHORIZATION = '' } = process.env;
const client = createClient({
  baseUrl: BASE_URL,
  headers: { authorization: AUTHORIZATION },
  retryLimit: 3,
});

const [organization] = await client.listAll(listOrganizations);
const names: string[] = [];
for (const name of ['North', 'South', 'West'])
  await client.call(createDataset, {
    body: { name, organization: organization?.id ?? '' },
    idempotencyKey: `packed-${name}`,
  });
for await (const { name } of client.iterate(listDatasets, {}, { pageSize: 2 })) names.push(name);

const [dataset] = await client.listAll(listDatasets, { query: { name: 'North' } });
const schema = await client.call(createSchema, {
  body: {
    name: 'People',
    dataset: dataset?.id ?? '',
    schema: {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 150 } },
      required: ['name', 'age'],
    },
  },
});

const rows = Array.from({ length: 50 }, (_, index) => `Person ${index},${index}`);
const body = `name,age\n${rows.join('\n')}\n`;
const states = new Set<string>();
const upload = () =>
  uploadFile(client, schema.id, body, {
    idempotencyKey: 'packed-people',
    onProgress: ({ status }) => states.add(status),
    signal: AbortSignal.timeout(60_000),
  });
const first = await upload();
const second = await upload();

const search = { body: { schema: schema.id, filters: [{ label: 'age', value: '>=40' }] } };
let found = 0;
const ages: unknown[] = [];
for await (const { items } of client.pages(searchRecords, search, { pageSize: 4 })) {
  const sealed = items.filter((item) => 'id' in item);
  found += sealed.length;
  const decrypted = await client.call(decryptRecords, { body: sealed });
  ages.push(...decrypted.map(({ data }) => data.age));
}

const errorOf = async (task: Promise<unknown>): Promise<unknown> => {
  try {
    await task;
    return 'no error';
  } catch (error) {
    if (error instanceof UploadFailed) return [error.code, error.job.errors?.rows[0]?.field];
    return error instanceof ClientError ? [error.code, error.status] : error;
  }
};
const bad = await errorOf(uploadFile(client, schema.id, 'name,age\nAda,old\n'));
const unknown = await errorOf(client.call(getSchema, { params: { id: 'unknown' } }));

console.log(
  JSON.stringify({
    names: names.toSorted(),
    jobs: [first.processed, first.job_id === second.job_id],
    ended: states.has('complete'),
    found,
    ages,
    bad,
    unknown,
  }),
);
