/** Grants: which keys data requesters may get, and which grants are refused. */
import { afterAll, describe, expect, test } from 'vitest';
import type { Grant } from '@cloakroom/contract/grants.ts';
import { startService } from '#tests/service/support/service.ts';
import { makeWorld } from '#tests/service/support/world.ts';

const service = await startService();
const world = await makeWorld(service);
afterAll(() => service.close());

const grants = async () =>
  (await world.call(world.people.dataOwner, 'GET', `${world.schema.url}grants/`)).json<[Grant, Grant]>();
const name = (grant: Grant, field_names: unknown) =>
  world.call(world.people.dataOwner, 'PATCH', grant.url, { field_names });

describe('a grant', () => {
  test('names fields of the schema, and always the search', async () => {
    const [, requesters] = await grants();
    for (const names of [{ __query: true, shoe: true }, { age: true }, {}, { __query: false }, ['__query']])
      expect((await name(requesters, names)).statusCode).toBe(400);
    expect((await grants())[1]).toEqual(requesters);
  });

  test('of the data owners is always for every key', async () => {
    const [owners, requesters] = await grants();
    expect(owners).toMatchObject({
      field_names: null,
      can_share_keys: true,
      teams: [`/api/teams/${world.owners.id}/`],
    });
    expect(requesters).toMatchObject({ field_names: { __query: true }, can_create_records: false });
    expect((await name(owners, { __query: true })).statusCode).toBe(409);
  });

  test('of another schema of the same organization is not found', async () => {
    const { owner } = world.people;
    const other = await world.newSchema('Test');
    const [, theirs] = (await world.call(owner, 'GET', `${other.url}grants/`)).json<Grant[]>();
    const url = `${world.schema.url}grants/${theirs!.id}/`;
    expect((await world.call(owner, 'PATCH', url, { field_names: { __query: true } })).statusCode).toBe(404);
  });
});
