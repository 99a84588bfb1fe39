/** It is signed which records have an added field: a lying service can neither hide its values nor pass off other fields as it. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { recordGroups, uploads } from '@cloakroom/service/db/schema.ts';
import { decodeGroup, encodeGroup } from '@cloakroom/wire/recordGroup.ts';
import { refusal, startLying } from '#tests/proxy/support/lying.ts';
import type { Actor } from '#tests/proxy/support/proxy.ts';

const world = await startLying();
const { ada, firstSeen, liar } = world;
afterEach(() => liar.reset());
afterAll(() => world.close());

const number = { type: 'integer', minimum: 0, maximum: 200 };
const definition = (more: object = {}): JsonSchema => ({
  type: 'object',
  properties: { age: number, name: { type: 'string' }, ...more },
  required: ['name'],
});
/** One field before and one after an existing field, by name. */
const addedFields = { height: number, zone: { type: 'string' } };

const searchBy = (by: Actor, id: string, filters: object[] = []) =>
  by.send('POST', '/api/records/search/', { schema: id, filters });

/** A schema whose fields were added between two uploads, at a proxy that read the schema before the change and at one that first reads it afterwards. */
async function schemaWithAddedFields() {
  const { id } = await world.schemaOf(definition());
  await ada.uploaded(id, '[{"name":"Ann","age":30}]', 'application/json');
  const earlierProxy = await firstSeen();
  expect((await earlierProxy.search({ schema: id })).total).toBe(1);
  const get = async <Body>(path: string) => (await (await ada.send('GET', path)).json()) as Body;
  const previous = {
    schema: await get<Schema>(`/api/schemas/${id}/`),
    manifest: await get<Manifest>(`/api/manifests/${id}/`),
  };
  const answer = await ada.send('PATCH', `/api/schemas/${id}/`, { schema: definition(addedFields) });
  expect(answer.status, await answer.clone().text()).toBe(200);
  await ada.uploaded(id, '[{"name":"Bob","age":40,"height":150,"zone":"Z"}]', 'application/json');
  await world.outdate(id);
  return {
    id,
    previous,
    proxies: [earlierProxy, await firstSeen()],
    now: await get<Schema>(`/api/schemas/${id}/`),
  };
}

describe('for a schema with added fields, a service that shows', () => {
  test('the previous definition with the new manifest is rejected with a message that names the problem', async () => {
    const { id, previous, proxies } = await schemaWithAddedFields();
    const { schema } = previous.schema;
    liar.lie(`GET /api/schemas/${id}/`, (shown: Schema) => ({ ...shown, schema }));
    for (const by of proxies)
      expect(await refusal(await searchBy(by, id))).toContain(
        'was changed by an owner, and the service shows the former one',
      );
  });

  test('the new definition with the previous manifest and keys is rejected', async () => {
    const { id, previous, proxies } = await schemaWithAddedFields();
    const { generation, key_checks, earlier_key_checks } = previous.schema;
    liar.lie(`GET /api/manifests/${id}/`, () => previous.manifest);
    liar.lie(`GET /api/schemas/${id}/`, (shown: Schema) => ({
      ...shown,
      generation,
      key_checks,
      earlier_key_checks,
    }));
    expect(await refusal(await searchBy(proxies[1]!, id))).toContain('is not what its owner signed');
  });

  test('other key checks of the earlier generation changes no search result', async () => {
    const { id, proxies, now } = await schemaWithAddedFields();
    const earlier = now.earlier_key_checks[1]!;
    const { height, zone } = now.key_checks!;
    const lies = [
      // As if the earlier records had the new fields: the proxy still finds no values of them.
      { 1: { ...earlier, height: height!, zone: zone! } },
      // As if they had fewer fields: then nothing is decrypted.
      { 1: { __query: earlier.__query!, name: earlier.name! } },
    ];
    for (const [at, earlier_key_checks] of lies.entries()) {
      liar.lie(`GET /api/schemas/${id}/`, (shown: Schema) => ({ ...shown, earlier_key_checks }));
      for (const by of proxies) {
        for (const filter of [
          { label: 'height', value: '>=0' },
          { label: 'age', value: '30' },
        ])
          expect((await by.search({ schema: id, filters: [filter] })).total).toBe(1);
        const { records } = await by.search({ schema: id });
        const opened = await by.send('POST', '/api/records/decrypt/', records);
        if (at === 0)
          expect(((await opened.json()) as { data: object }[]).map(({ data }) => data)).toEqual([
            { name: 'Ann', age: 30 },
            { name: 'Bob', age: 40, height: 150, zone: 'Z' },
          ]);
        else expect(await refusal(opened)).toContain('names no keys of generation 1');
      }
      liar.reset();
      await world.outdate(id);
    }
  });

  test('a manifest that names other generations of the fields is rejected, because its MAC is wrong', async () => {
    const { id, proxies } = await schemaWithAddedFields();
    for (const fields of [{}, { height: 2 }, { height: 2, zone: 3 }]) {
      liar.lie(`GET /api/manifests/${id}/`, (shown: Manifest) => ({
        ...shown,
        definition: { ...shown.definition!, added: fields },
      }));
      for (const by of proxies)
        expect(await refusal(await searchBy(by, id))).toContain('is not what was signed');
    }
  });

  test('a group without the last field, or with an additional field, is reported as damaged', async () => {
    const { id, proxies } = await schemaWithAddedFields();
    const [, later] = await world.service.database
      .select()
      .from(uploads)
      .where(eq(uploads.schema, id))
      .orderBy(uploads.created);
    const ofUpload = eq(recordGroups.upload, later!.upload);
    const [stored] = await world.service.database.select().from(recordGroups).where(ofUpload);
    const group = decodeGroup(stored!.data, 4);
    const bob = [{ label: 'name', value: 'Bob' }];
    for (const fields of [
      group.fields.slice(0, 3),
      group.fields.slice(0, 2),
      [...group.fields, group.fields[0]!],
    ]) {
      await world.service.database
        .update(recordGroups)
        .set({ data: Buffer.from(encodeGroup({ ...group, fields })) })
        .where(ofUpload);
      for (const by of [await firstSeen(), await firstSeen()]) {
        const shown = await searchBy(by, id, bob);
        if (shown.status === 200) {
          const answer = await by.send('POST', '/api/records/decrypt/', await shown.json());
          expect(answer.status).toBe(422);
        } else expect(shown.status).toBe(422);
      }
    }
    expect(proxies).toHaveLength(2);
  });
});
