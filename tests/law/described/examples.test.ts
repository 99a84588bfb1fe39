/** The examples of the API description succeed once their ids name existing objects. */
import { afterAll, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import { exampleIds } from '@cloakroom/contract/exampleIds.ts';
import { createSchema } from '@cloakroom/contract/schemas.ts';
import { createToken } from '@cloakroom/contract/tokens.ts';
import { actor, startProxy } from '#tests/proxy/support/proxy.ts';
import { password, person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';

const service = await startService({ listen: true });
const proxy = await startProxy(service.url);
afterAll(async () => {
  await proxy.close();
  await service.close();
});

const owner = await person(service, { email: 'ada@example.org' });
const ada = actor(proxy, owner.headers);
const organization = owner.organization.id;
const schema = await ada.schema(
  organization,
  createSchema.body.shape.schema.parse(createSchema.example.schema),
  'Made before',
);
await ada.uploaded(schema.id, JSON.stringify([{ name: 'Ada', age: 36 }]), 'application/json');
const [record] = (await ada.search({ schema: schema.id })).records;
const ids = { organization, dataset: schema.dataset, schema: schema.id };

/** Inserts the ids of existing objects and the password of the account. */
const filledIn = (text: string) =>
  Object.entries(exampleIds).reduce(
    (result, [noun, id]) => result.replaceAll(id, ids[noun as keyof typeof ids]),
    text.replaceAll(createToken.example.password, password),
  );

const examples = api.filter(({ call }) => call.example !== undefined);

test('the first calls of a typical program have examples', () => {
  expect(examples.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'createToken',
      'createDataset',
      'createSchema',
      'searchRecords',
      'ingestRecords',
    ]),
  );
});

test.each(examples.map(({ name, call }) => [name, call] as const))(
  'the example of %s works',
  async (_, call) => {
    const noun = call.path.split('/')[2]!;
    const id = { records: record!.id, schemas: schema.id }[noun] ?? organization;
    const path = call.path.replace(':id', id);
    const answer = await ada.send(call.method, path, filledIn(JSON.stringify(call.example)));
    expect([answer.status, await answer.text()]).toEqual([call.status ?? 200, expect.any(String)]);
  },
);
