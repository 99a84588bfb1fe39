/** Which records have an added field is signed: a lying service neither hides its values nor has other fields taken for it. */
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
/** Between the others, and behind them. */
const added = { height: number, zone: { type: 'string' } };

const ask = (by: Actor, id: string, filters: object[] = []) =>
  by.send('POST', '/api/records/search/', { schema: id, filters });

/** A schema whose fields were added between two uploads, at a proxy that saw it before and at one that sees it afterwards. */
async function extended() {
  const { id } = await world.schemaOf(definition());
  await ada.uploaded(id, '[{"name":"Ann","age":30}]', 'application/json');
  const before = await firstSeen();
  expect((await before.search({ schema: id })).total).toBe(1);
  const get = async <Body>(path: string) => (await (await ada.send('GET', path)).json()) as Body;
  const former = {
    schema: await get<Schema>(`/api/schemas/${id}/`),
    manifest: await get<Manifest>(`/api/manifests/${id}/`),
  };
  const answer = await ada.send('PATCH', `/api/schemas/${id}/`, { schema: definition(added) });
  expect(answer.status, await answer.clone().text()).toBe(200);
  await ada.uploaded(id, '[{"name":"Bob","age":40,"height":150,"zone":"Z"}]', 'application/json');
  await world.outdate(id);
  return { id, former, proxies: [before, await firstSeen()], now: await get<Schema>(`/api/schemas/${id}/`) };
}

describe('a service that shows of a schema with added fields', () => {
  test('the former definition with the new list of segments is refused by name', async () => {
    const { id, former, proxies } = await extended();
    const { schema } = former.schema;
    liar.lie(`GET /api/schemas/${id}/`, (shown: Schema) => ({ ...shown, schema }));
    for (const by of proxies)
      expect(await refusal(await ask(by, id))).toContain(
        'was changed by an owner, and the service shows the former one',
      );
  });

  test('the new definition with the former list and keys is refused by name', async () => {
    const { id, former, proxies } = await extended();
    const { generation, key_checks, earlier_key_checks } = former.schema;
    liar.lie(`GET /api/manifests/${id}/`, () => former.manifest);
    liar.lie(`GET /api/schemas/${id}/`, (shown: Schema) => ({
      ...shown,
      generation,
      key_checks,
      earlier_key_checks,
    }));
    expect(await refusal(await ask(proxies[1]!, id))).toContain('is not what its owner signed');
  });

  test('other key checks of the earlier generation answers nothing else', async () => {
    const { id, proxies, now } = await extended();
    const earlier = now.earlier_key_checks[1]!;
    const { height, zone } = now.key_checks!;
    const lies = [
      // As if the earlier records had the new fields: they have none of them all the same.
      { 1: { ...earlier, height: height!, zone: zone! } },
      // As if they had fewer: nothing is decrypted then.
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

  test('a list that names other generations of the fields is refused, because its MAC is not right', async () => {
    const { id, proxies } = await extended();
    for (const fields of [{}, { height: 2 }, { height: 2, zone: 3 }]) {
      liar.lie(`GET /api/manifests/${id}/`, (shown: Manifest) => ({
        ...shown,
        definition: { ...shown.definition!, added: fields },
      }));
      for (const by of proxies) expect(await refusal(await ask(by, id))).toContain('is not what was signed');
    }
  });

  test('a group without the last field, or with one field more, is damaged', async () => {
    const { id, proxies } = await extended();
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
        const shown = await ask(by, id, bob);
        if (shown.status === 200) {
          const answer = await by.send('POST', '/api/records/decrypt/', await shown.json());
          expect(answer.status).toBe(422);
        } else expect(shown.status).toBe(422);
      }
    }
    expect(proxies).toHaveLength(2);
  });
});
