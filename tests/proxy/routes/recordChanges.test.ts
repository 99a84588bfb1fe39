/** Changing records: PUT and PATCH, the version checks, and what lists, searches and exports say afterwards. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ExportedRecord } from '@cloakroom/contract/recordExport.ts';
import { SealedRecord } from '@cloakroom/contract/records.ts';
import { Upload } from '@cloakroom/contract/uploads.ts';
import { manifests, recordVersions, staleGroups } from '@cloakroom/service/db/schema.ts';
import { logged } from '#tests/service/support/stored.ts';
import { definition, recordIn, startPeople } from '../support/recordChanges.ts';

const world = await startPeople();
const { ada, service, add, all, rowsOf, put, patch } = world;
afterAll(() => world.close());

const detail = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { detail: string }).detail,
];

async function threePeople() {
  const { id: schema } = await world.schemaOf(definition);
  await add(schema, [
    { name: 'Ada', age: 36, weight: 60.5 },
    { name: 'Grace', age: 85 },
    { name: 'Alan', age: 41, weight: 70 },
  ]);
  const [first, second, third] = (await all(schema)).map(({ id }) => id) as [string, string, string];
  return { schema, first, second, third };
}

describe('PUT', () => {
  test('replaces all values and leaves the id; searches find the new values at once', async () => {
    const { schema, first, second, third } = await threePeople();
    const answer = await put(first, { name: 'Ada Lovelace', age: 37 });
    const changed = await recordIn(answer);
    expect(changed.id).toBe(first);
    expect(changed.url).toBe(`/api/records/${first}/`);
    expect(changed.version).not.toBe(first);
    expect(answer.headers.get('etag')).toBe(`"${changed.version}"`);
    expect(await rowsOf(schema)).toEqual(
      new Map([
        [second, { name: 'Grace', age: 85 }],
        [third, { name: 'Alan', age: 41, weight: 70 }],
        [first, { name: 'Ada Lovelace', age: 37 }],
      ]),
    );
    const matches = async (label: string, value: string) =>
      (await ada.search({ schema, filters: [{ label, value }] })).records.map(({ id }) => id);
    expect(await matches('age', '36')).toEqual([]);
    expect(await matches('age', '37')).toEqual([first]);
    expect(await matches('name', 'Ada')).toEqual([]);
    expect(await matches('name', 'Ada Lovelace')).toEqual([first]);
    expect(await matches('weight', '>0')).toEqual([third]);
  });

  test('is shown by the service’s own list, by its record, and decrypts', async () => {
    const { schema, first } = await threePeople();
    const { version } = await recordIn(await put(first, { name: 'Ada', age: 38 }));
    const listed = z
      .array(SealedRecord)
      .parse(await (await ada.send('GET', `/api/records/?schema=${schema}`)).json());
    expect(listed.map(({ id, version: own }) => [id, own])).toContainEqual([first, version]);
    const answer = await ada.send('GET', `/api/records/${first}/`);
    expect(answer.headers.get('etag')).toBe(`"${version}"`);
    const shown = await recordIn(answer);
    expect((await ada.decrypt([shown]))[0]).toMatchObject({ id: first, data: { name: 'Ada', age: 38 } });
    expect((await ada.send('GET', `/api/records/${version}/`)).status).toBe(404);
    expect((await ada.send('POST', '/api/records/decrypt/', [{ ...shown, id: version }])).status).toBe(404);
  });

  test('decrypts to the present values, also from a record that was listed before the change', async () => {
    const { schema, second } = await threePeople();
    const before = (await all(schema)).find(({ id }) => id === second)!;
    await recordIn(await put(second, { name: 'Grace Hopper', age: 86 }));
    expect((await ada.decrypt([before]))[0]!.data).toEqual({ name: 'Grace Hopper', age: 86 });
  });

  test('refuses values that don’t match the schema, and changes nothing', async () => {
    const { schema, first } = await threePeople();
    const before = await rowsOf(schema);
    const answer = await put(first, { age: 200 });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: { data: ['age: 200 is above the maximum of 150.', 'name: required, but missing.'] },
    });
    expect((await put(first, '{"data": {"name": "Ada", "weight": 1.005}}')).status).toBe(400);
    expect((await put(first, '{"data": {"name": "Ada", "height": 1}}')).status).toBe(400);
    expect(await rowsOf(schema)).toEqual(before);
  });

  test('seals numbers as they are written', async () => {
    const { schema, first } = await threePeople();
    // Parsed as a double, this is 100.
    expect((await put(first, '{"data": {"name": "Ada", "weight": 99.99999999999999999999}}')).status).toBe(
      400,
    );
    await recordIn(await put(first, '{"data": {"name": "Ada", "weight": 99.90}}'));
    expect((await rowsOf(schema)).get(first)).toEqual({ name: 'Ada', weight: 99.9 });
  });

  test('answers 404 for an unknown record, 400 for the schema of another, 403 to a person without the right', async () => {
    const { schema, first } = await threePeople();
    expect((await put(randomId(), { name: 'X' })).status).toBe(404);
    expect((await put('nonsense', { name: 'X' })).status).toBe(404);
    const other = (await world.schemaOf(definition)).id;
    const wrong = await ada.send('PUT', `/api/records/${first}/`, { data: { name: 'X' }, schema: other });
    expect(await detail(wrong)).toEqual([
      400,
      expect.stringContaining('The record belongs to another schema'),
    ]);
    const stranger = await world.stranger();
    expect((await put(first, { name: 'X' }, {}, stranger)).status).toBe(404);
    const { who, calls } = await world.colleague();
    await world.enrol(schema, 'contributors', who);
    expect((await put(first, { name: 'X' }, {}, calls)).status).toBe(403);
  });
});

const randomId = () => 'Wb4WX8eEEyVwxAG7rD5ZTZ';

describe('PATCH', () => {
  test('changes the named fields, removes those that are null, and leaves the others', async () => {
    const { schema, first } = await threePeople();
    await recordIn(await patch(first, { age: 37 }));
    expect((await rowsOf(schema)).get(first)).toEqual({ name: 'Ada', age: 37, weight: 60.5 });
    await recordIn(await patch(first, { weight: null, name: 'A "B" \n Łukasz' }));
    expect((await rowsOf(schema)).get(first)).toEqual({ name: 'A "B" \n Łukasz', age: 37 });
    expect((await patch(first, { name: null })).status).toBe(400);
  });

  test('of two at once loses neither', async () => {
    const { schema, first } = await threePeople();
    const answers = await Promise.all([patch(first, { age: 99 }), patch(first, { weight: 1.25 })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await rowsOf(schema)).get(first)).toEqual({ name: 'Ada', age: 99, weight: 1.25 });
  });
});

describe('If-Match', () => {
  test('lets a change pass for the present version only', async () => {
    const { schema, first } = await threePeople();
    const seen = (await ada.send('GET', `/api/records/${first}/`)).headers.get('etag')!;
    expect(seen).toBe(`"${first}"`);
    const changed = await patch(first, { age: 50 }, { 'if-match': seen });
    expect(changed.status).toBe(200);
    const now = changed.headers.get('etag')!;
    for (const send of [put, patch])
      expect(await detail(await send(first, { name: 'Late' }, { 'if-match': seen }))).toEqual([
        412,
        expect.stringContaining('was changed since'),
      ]);
    expect((await rowsOf(schema)).get(first)).toMatchObject({ name: 'Ada', age: 50 });
    expect((await put(first, { name: 'Next' }, { 'if-match': `"x", ${now}` })).status).toBe(200);
    expect((await put(first, { name: 'Any' }, { 'if-match': '*' })).status).toBe(200);
  });

  test('of several changes with one version lets exactly one pass', async () => {
    const { schema, first } = await threePeople();
    const tag = { 'if-match': `"${first}"` };
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) => put(first, { name: `N${at}` }, tag)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await rowsOf(schema)).get(first)).toEqual({ name: `N${winner}` });
    expect((await all(schema)).length).toBe(3);
  });
});

describe('an Idempotency-Key', () => {
  test('makes a repeated change one change', async () => {
    const { schema, first } = await threePeople();
    const key = { 'idempotency-key': randomUUID() };
    const once = await recordIn(await put(first, { name: 'Once' }, key));
    const again = await recordIn(await put(first, { name: 'Once' }, key));
    expect(again).toEqual(once);
    expect((await all(schema)).length).toBe(3);
  });

  test('makes a repeated change of a named version one change, since that version is gone then', async () => {
    const { schema, first } = await threePeople();
    for (const send of [put, patch]) {
      const seen = (await ada.send('GET', `/api/records/${first}/`)).headers.get('etag')!;
      const headers = { 'idempotency-key': randomUUID(), 'if-match': seen };
      const once = await recordIn(await send(first, { name: `By ${send.name}` }, headers));
      expect(await recordIn(await send(first, { name: `By ${send.name}` }, headers))).toEqual(once);
    }
    expect((await all(schema)).length).toBe(3);
  });

  test('of the change of one record is refused for another, and for an upload', async () => {
    const { schema, first, second } = await threePeople();
    const key = { 'idempotency-key': randomUUID() };
    await recordIn(await put(first, { name: 'Once' }, key));
    expect(await detail(await put(second, { name: 'Twice' }, key))).toEqual([
      422,
      expect.stringContaining('belongs to the change of another record'),
    ]);
    const created = await ada.send('POST', '/api/records/', { schema, data: { name: 'New' } }, key);
    expect(created.status).toBe(422);
    expect((await put(first, { name: 'X' }, { 'idempotency-key': 'short' })).status).toBe(400);
  });
});

test('the audit log names the changed record, by its id, and the deleted one by the same', async () => {
  const { schema, first } = await threePeople();
  await recordIn(await put(first, { name: 'Audited' }));
  await recordIn(await put(first, { name: 'Audited again' }));
  await ada.send('DELETE', `/api/records/${first}/`);
  const entries = await logged(service, { object: schema, model: 'record' });
  expect(entries.map(({ action, changes }) => [action, (changes as { ids: string[] }).ids])).toEqual(
    expect.arrayContaining([
      ['update', [first]],
      ['delete', [first]],
    ]),
  );
  expect(entries.filter(({ action }) => action === 'update')).toHaveLength(2);
});

test('a changed record is deleted by its id, and with the upload that it came with', async () => {
  const { schema, first, second, third } = await threePeople();
  await recordIn(await put(first, { name: 'One' }));
  await recordIn(await put(second, { name: 'Two' }));
  const uploads = async () =>
    z.array(Upload).parse(await (await ada.send('GET', `/api/uploads/?schema=${schema}`)).json());
  const [upload, ...others] = await uploads();
  expect(others).toEqual([]);
  expect(upload!.records).toBe(3);
  expect((await ada.send('DELETE', `/api/records/?id=${first}`)).status).toBe(204);
  expect((await ada.send('GET', `/api/records/${first}/`)).status).toBe(404);
  expect((await put(first, { name: 'Gone' })).status).toBe(404);
  expect((await all(schema)).map(({ id }) => id)).toEqual([third, second]);
  expect((await uploads())[0]!.records).toBe(2);
  const gone = await ada.send('DELETE', `/api/uploads/${upload!.id}/?schema=${schema}`);
  expect(gone.status).toBe(204);
  expect(await all(schema)).toEqual([]);
  expect(await uploads()).toEqual([]);
});

test('the former values leave the service', async () => {
  const { schema, first } = await threePeople();
  await recordIn(await put(first, { name: 'New' }));
  await expect
    .poll(
      async () => {
        const stale = await service.database.select().from(staleGroups);
        return stale.length;
      },
      { timeout: 10_000 },
    )
    .toBe(0);
  expect((await rowsOf(schema)).get(first)).toEqual({ name: 'New' });
});

test('an export has a changed record once, continues after it, and refuses to where its place is ambiguous', async () => {
  const { id: schema } = await world.schemaOf(definition);
  // So many that one change doesn't make compaction worth while.
  await add(
    schema,
    Array.from({ length: 30 }, (_, at) => ({ name: at === 1 ? 'Ada' : `P${at}` })),
  );
  const ids = (await all(schema)).map(({ id }) => id);
  const second = ids[1]!;
  const others = ids.filter((id) => id !== second);
  await recordIn(await put(second, { name: 'Second' }));
  const lines = async (body: object) => {
    const answer = await ada.send('POST', '/api/records/export/', { schema, ...body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return text
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [ExportedRecord.or(SealedRecord).parse(JSON.parse(line))]));
  };
  const exported = await lines({});
  expect(exported.map(({ id }) => id)).toEqual([...others, second]);
  expect(exported.at(-1)!.data).toEqual({ name: 'Second' });
  const filters = [{ label: 'name', value: 'Second' }];
  expect((await lines({ filters })).map(({ id }) => id)).toEqual([second]);
  expect((await lines({ decrypt: false })).map(({ id }) => id)).toEqual([...others, second]);
  expect((await lines({ after: others.at(-1)! })).map(({ id }) => id)).toEqual([second]);
  await expect(lines({ after: second })).rejects.toThrow('409');
});

test('the copy of the new versions is rebuilt from the manifest', async () => {
  const { first, schema, second } = await threePeople();
  await recordIn(await put(first, { name: 'Copied' }));
  const rows = () => service.database.select().from(recordVersions);
  const before = await rows();
  await service.database.delete(recordVersions);
  await service.database.update(manifests).set({ publishedMac: '' }).where(eq(manifests.schema, schema));
  expect((await ada.send('GET', `/api/records/${second}/`)).status).toBe(200);
  expect((await ada.send('GET', `/api/records/${first}/`)).status).toBe(200);
  expect(before).toEqual(expect.arrayContaining(await rows()));
  expect(await rows()).toHaveLength(1);
});
