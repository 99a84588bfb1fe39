/** Fields are added with new keys: the service stores all of a change or nothing, and reads earlier records without them. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { teamMembers } from '@cloakroom/service/db/schema.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { readGroupReference } from '@cloakroom/wire/groupReference.ts';
import { decodeGroupsAnswer } from '@cloakroom/wire/groupsAnswer.ts';
import { decodeGroup } from '@cloakroom/wire/recordGroup.ts';
import { successor, testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { definition, makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
  // It takes an admin who is a data owner.
  await service.database
    .insert(teamMembers)
    .values({ team: world.owners.id, user: world.people.admin.user.id });
});
afterAll(() => service.close());

/** Between the fields of the stored records. */
const more = { height: { type: 'integer', minimum: 0, maximum: 250 } };
const withHeight = { ...definition, properties: { ...definition.properties, ...more } };
const names = ['age', 'height', 'name'];
const checksOf = (fields: readonly string[]) =>
  Object.fromEntries(['__query', ...fields].map((name, at) => [name, String(at).repeat(32)]));

const present = async () => (await world.call(world.people.admin, 'GET', world.schema.url)).json<Schema>();
/** What a proxy sends to add the field. */
async function addition(change: object = {}) {
  const list = await world.manifest();
  const [generation, version] = [list.generation + 1, list.version + 1];
  const signed = { digest: randomBytes(32).toString('hex'), added: { height: generation } };
  const manifest = { ...list, generation, version, mac: randomBytes(32).toString('hex'), definition: signed };
  return { key_checks: checksOf(names), generation, manifest, schema: withHeight, ...change };
}
type Addition = Awaited<ReturnType<typeof addition>>;
const put = (body: object, who = world.people.admin) =>
  world.call(who, 'PUT', `${world.schema.url}key-checks/`, body);

describe('a definition with a new field and new keys', () => {
  test('is stored with the list of segments that signs it, and opens requests for the keys', async () => {
    await world.upload(testSegment({ records: 2, grouped: true }));
    const body = await addition();
    const answer = await put(body);
    expect(answer.json()).toMatchObject({ generation: 2, schema: withHeight, key_checks: body.key_checks });
    expect(await world.manifest()).toEqual(body.manifest);
    expect((await put(body)).statusCode).toBe(200);
    expect((await present()).generation).toBe(2);
  });

  test.each<[string, (body: Addition) => object, number]>([
    ['names no generation of the field', (body) => ({ ...body, manifest: { ...body.manifest, definition: { digest: body.manifest.definition.digest } } }), 400],
    ['names another generation of it', (body) => ({ ...body, manifest: { ...body.manifest, definition: { ...body.manifest.definition, added: { height: 3 } } } }), 400],
    ['names a field that was there', (body) => ({ ...body, manifest: { ...body.manifest, definition: { ...body.manifest.definition, added: { height: 2, age: 2 } } } }), 400],
    ['signs no definition', ({ manifest: { definition: _, ...manifest }, ...body }) => ({ ...body, manifest }), 400],
    ['lacks the key of the field', (body) => ({ ...body, key_checks: checksOf(['age', 'name']) }), 400],
    ['drops a field', (body) => ({ ...body, key_checks: checksOf(['height', 'name']), schema: { ...definition, properties: { name: definition.properties.name, ...more } } }), 409],
    ['requires the field', (body) => ({ ...body, schema: { ...withHeight, required: ['name', 'height'] } }), 409],
    ['needs a new index as well', (body) => ({ ...body, schema: { ...withHeight, properties: { ...withHeight.properties, age: { type: 'integer', minimum: -1, maximum: 150 } } } }), 400],
    ['adds nothing', (body) => ({ ...body, key_checks: checksOf(['age', 'name']), schema: definition }), 400],
    ['drops a segment', (body) => ({ ...body, manifest: { ...body.manifest, segments: [] } }), 400],
    ['comes without new keys', ({ schema }) => ({ schema, key_checks: checksOf(names) }), 400],
  ])('changes nothing if it %s', async (_, wrong, status) => {
    await world.upload(testSegment({ records: 2, grouped: true }));
    const [before, list] = [await present(), await world.manifest()];
    const answer = await put(wrong(await addition()));
    expect(answer.statusCode, answer.body).toBe(status);
    expect([await present(), await world.manifest()]).toEqual([before, list]);
  }); // prettier-ignore

  test('is refused to a data owner who is no admin, and to an admin who is no data owner', async () => {
    const { dataOwner, owner } = world.people;
    for (const who of [dataOwner, owner]) expect((await put(await addition(), who)).statusCode).toBe(403);
  });

  test('loses against records that were published meanwhile', async () => {
    const body = await addition();
    await world.upload(testSegment({ records: 1, grouped: true }));
    expect((await put(body)).statusCode).toBe(409);
  });

  test('is not taken by a call without keys', async () => {
    await world.upload(testSegment({ records: 1, grouped: true }));
    const check = await world.call(world.people.admin, 'POST', `${world.schema.url}definition-check/`, {
      schema: withHeight,
    });
    expect(check.json()).toEqual({
      kind: 'rekey',
      changes: [{ field: 'height', kind: 'rekey' }],
      has_records: true,
    });
    const refused = await world.call(world.people.admin, 'PATCH', world.schema.url, { schema: withHeight });
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('need new keys')]);
  });
});

describe('records that were stored before a field was added', () => {
  let packed: TestSegment;
  let grouped: TestSegment;
  let later: TestSegment;
  beforeEach(async () => {
    [packed, grouped] = [testSegment({ records: 2 }), testSegment({ records: 2, grouped: true })];
    await world.upload(packed, grouped);
    expect((await put(await addition())).statusCode).toBe(200);
    later = testSegment({ records: 2, grouped: true, fields: 3 });
    later.entry.generation = 2;
    expect((await world.put(later)).statusCode).toBe(204);
    const next: Manifest = successor(await world.manifest(), [packed.entry, grouped.entry, later.entry]);
    const answer = await world.call(world.people.dataOwner, 'POST', world.manifestUrl, next);
    expect(answer.statusCode, answer.body).toBe(200);
  });
  const listed = async (who: keyof World['people']) =>
    (await world.call(world.people[who], 'GET', `/api/records/?schema=${world.schema.id}`)).json<
      SealedRecord[]
    >();

  test('are listed without it', async () => {
    const fields = (await listed('dataOwner')).map(({ data }) => Object.keys(data).sort());
    const former = ['age', 'name'];
    expect(fields).toEqual([former, former, former, former, names, names]);
  });

  test('have zeros for the fields that a person may not open, and for no others', async () => {
    await world.nameKeys({ __query: true, name: true });
    const [full, some] = [await listed('dataOwner'), await listed('requester')];
    const isZero = (text: string) =>
      text.startsWith('v2.')
        ? readGroupReference(text).sample.every((byte) => byte === 0)
        : /^v1\.A+$/.test(text);
    for (const [at, { data }] of some.entries()) {
      expect(data.name).toBe(full[at]!.data.name);
      expect(isZero(data.age!)).toBe(true);
      if (data.height !== undefined) expect(isZero(data.height)).toBe(true);
    }
    const body = {
      schema: world.schema.id,
      groups: [grouped, later].map(({ entry }) => [entry.ranges[0]!.upload, 0]),
    };
    const answer = await world.call(world.people.requester, 'POST', '/api/groups/read/', body);
    const { groups } = decodeGroupsAnswer(answer.rawPayload);
    for (const [at, count] of [2, 3].entries()) {
      const { fields } = decodeGroup(groups[at]!, count);
      const zeros = fields.map((bytes) => bytes.every((byte) => byte === 0));
      expect(zeros).toEqual([...Array<boolean>(count - 1).fill(true), false]);
    }
  });

  test('and segments of an upload that began before are stored; groups of other numbers of fields are refused', async () => {
    expect((await world.put(testSegment({ records: 3, grouped: true, fields: 2 }))).statusCode).toBe(204);
    for (const fields of [1, 4]) {
      const refused = await world.put(testSegment({ records: 3, grouped: true, fields }));
      expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('not a group')]);
    }
  });
});
