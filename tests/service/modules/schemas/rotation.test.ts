/** New keys for a schema are stored with the list that their MAC covers, or not at all. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { successor, testSegment } from '../../support/segments.ts';
import { startService } from '../../support/service.ts';
import { logged } from '../../support/stored.ts';
import { checks, makeWorld } from '../../support/world.ts';

const service = await startService();
const world = await makeWorld(service);
afterAll(() => service.close());

const mac = () => randomBytes(32).toString('hex');
const checksOf = (digit: number) =>
  Object.fromEntries(Object.keys(checks).map((name) => [name, String(digit).repeat(32)]));
const present = async () =>
  (await world.call(world.people.dataOwner, 'GET', world.schema.url)).json<Schema>();
/** What a proxy sends for the next keys. */
const next = async (change: Partial<Manifest> = {}) => {
  const [{ generation }, list] = [await present(), await world.manifest()];
  const manifest = { ...list, generation: generation + 1, version: list.version + 1, mac: mac(), ...change };
  return { key_checks: checksOf(generation + 1), generation: generation + 1, manifest };
};
const put = (body: object) =>
  world.call(world.people.dataOwner, 'PUT', `${world.schema.url}key-checks/`, body);

describe('new keys', () => {
  test('become the newest with the list that they sign; the earlier ones are still named', async () => {
    await world.upload(testSegment({ records: 2 }));
    const body = await next();
    const answer = await put(body);
    expect(answer.json()).toMatchObject({
      generation: 2,
      key_checks: checksOf(2),
      earlier_key_checks: { 1: checks },
    });
    expect(await world.manifest()).toEqual(body.manifest);
    const third = await next();
    expect((await put(third)).json()).toMatchObject({
      generation: 3,
      earlier_key_checks: { 1: checks, 2: checksOf(2) },
    });
    const log = await logged(service, { object: world.schema.id, actor: world.people.dataOwner.user.id });
    const generations = log.flatMap(({ changes }) => changes.generation ?? []);
    expect(generations).toEqual([2, 3]);
  });

  test('that were already stored are stored once', async () => {
    const body = await next();
    expect((await put(body)).statusCode).toBe(200);
    const again = await put(body);
    expect([again.statusCode, again.json<Schema>().generation]).toEqual([200, body.generation]);
    expect(await world.manifest()).toEqual(body.manifest);
  });

  test('of ten at once, one set is stored', async () => {
    const bodies = await Promise.all(Array.from({ length: 10 }, () => next()));
    const { generation } = await present();
    const answers = await Promise.all(
      bodies.map((body, i) =>
        put({ ...body, key_checks: { ...body.key_checks, name: String(i).repeat(32) } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect((await present()).generation).toBe(generation + 1);
  });

  test('may leave out numbers, which a restored backup has lost', async () => {
    const before = await present();
    const body = await next({ generation: before.generation + 3 });
    const { generation } = body.manifest;
    expect((await put({ ...body, generation })).json()).toMatchObject({
      generation,
      earlier_key_checks: { ...before.earlier_key_checks, [before.generation]: before.key_checks },
    });
  });

  test('lose against records that were published meanwhile', async () => {
    const body = await next();
    await world.upload(testSegment({ records: 1 }));
    const refused = await put(body);
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('a moment ago. Try again.')]); // prettier-ignore
  });

  test.each<[string, (body: Awaited<ReturnType<typeof next>>) => object, number]>([
    ['go back a generation', (body) => ({ ...body, generation: body.generation - 1, manifest: { ...body.manifest, generation: body.generation - 1 } }), 409],
    ['come without a list', ({ key_checks, generation }) => ({ key_checks, generation }), 400],
    ['come with a list of other keys', (body) => ({ ...body, manifest: { ...body.manifest, generation: body.generation - 1 } }), 400],
    ['drop a segment', (body) => ({ ...body, manifest: { ...body.manifest, segments: body.manifest.segments.slice(1) } }), 400],
    ['delete a record', (body) => ({ ...body, manifest: { ...body.manifest, segments: body.manifest.segments.map((one, i) => (i === 0 ? { ...one, deleted: [[0, 1]] } : one)) } }), 400],
    ['claim another generation for a segment', (body) => ({ ...body, manifest: { ...body.manifest, segments: body.manifest.segments.map((one, i) => (i === 0 ? { ...one, generation: 2 } : one)) } }), 400],
    ['bring another schema’s list', (body) => ({ ...body, manifest: { ...body.manifest, schema: '2'.repeat(22) } }), 400],
    ['come without a MAC', (body) => ({ ...body, manifest: { ...body.manifest, mac: '' } }), 400],
    ['lack the check of a field', (body) => ({ ...body, key_checks: { __query: body.key_checks.__query, age: body.key_checks.age } }), 400],
  ])('that %s change nothing', async (_, wrong, status) => {
    const [before, list] = [await present(), await world.manifest()];
    expect((await put(wrong(await next()))).statusCode).toBe(status);
    expect(await present()).toEqual(before);
    expect(await world.manifest()).toEqual(list);
  }); // prettier-ignore

  test('leave the fields their names: a holder of the earlier keys holds none of other fields', async () => {
    const own = await makeWorld(service);
    const list = await own.manifest();
    const manifest = { ...list, generation: 2, version: 1, mac: mac() };
    const body = { key_checks: checksOf(2), generation: 2, manifest };
    const rotated = await own.call(own.people.dataOwner, 'PUT', `${own.schema.url}key-checks/`, body);
    expect(rotated.statusCode).toBe(200);
    const other = { type: 'object', properties: { city: { type: 'string' } } };
    const refused = await own.call(own.people.admin, 'PATCH', own.schema.url, { schema: other });
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('its fields keep their names')]); // prettier-ignore
  });
});

test('a list of segments is published under the newest keys only', async () => {
  const publish = (manifest: Manifest) =>
    world.call(world.people.dataOwner, 'POST', world.manifestUrl, manifest);
  const before = await world.manifest();
  const segment = testSegment({ records: 1 });
  await world.put(segment);
  const list = successor(before, [...before.segments, segment.entry]);
  for (const generation of [1, before.generation - 1, before.generation + 1]) {
    const refused = await publish({ ...list, generation });
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('newest keys')]);
  }
  expect(await world.manifest()).toEqual(before);
  const early = { ...segment.entry, generation: before.generation + 1 };
  expect((await publish(successor(before, [...before.segments, early]))).statusCode).toBe(400);
  expect((await publish(list)).statusCode).toBe(200);
});
