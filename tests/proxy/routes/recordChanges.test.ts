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
import { startAda } from '../support/ada.ts';
import { actor, startBeside, type Actor } from '../support/proxy.ts';

const world = await startAda();
const { ada, service, proxy, owner } = world;
afterAll(() => world.close());

const definition = {
  type: 'object' as const,
  properties: {
    age: { type: 'integer' as const, minimum: 0, maximum: 150 },
    name: { type: 'string' as const },
    weight: { type: 'number' as const, minimum: 0, maximum: 500, precision: 2 },
  },
  required: ['name'],
};
type Row = { age?: number; name: string; weight?: number };

const add = async (schema: string, rows: readonly Row[]) => {
  const job = await ada.uploaded(schema, JSON.stringify(rows), 'application/json');
  expect(job.status).toBe('complete');
};
const all = async (schema: string, who: Actor = ada) => (await who.search({ schema, limit: 1000 })).records;
const rowsOf = async (schema: string, who: Actor = ada) =>
  new Map((await who.decrypt(await all(schema, who))).map(({ id, data }) => [id, data]));
const record = async (answer: Response) => {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return SealedRecord.parse(await answer.json());
};
const detail = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { detail: string }).detail,
];
const put = (id: string, data: object | string, headers: Record<string, string> = {}, who = ada) =>
  who.send('PUT', `/api/records/${id}/`, typeof data === 'string' ? data : { data }, headers);
const patch = (id: string, data: object | string, headers: Record<string, string> = {}, who = ada) =>
  who.send('PATCH', `/api/records/${id}/`, typeof data === 'string' ? data : { data }, headers);

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
    const changed = await record(answer);
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
    const { version } = await record(await put(first, { name: 'Ada', age: 38 }));
    const listed = z
      .array(SealedRecord)
      .parse(await (await ada.send('GET', `/api/records/?schema=${schema}`)).json());
    expect(listed.map(({ id, version: own }) => [id, own])).toContainEqual([first, version]);
    const answer = await ada.send('GET', `/api/records/${first}/`);
    expect(answer.headers.get('etag')).toBe(`"${version}"`);
    const shown = await record(answer);
    expect((await ada.decrypt([shown]))[0]).toMatchObject({ id: first, data: { name: 'Ada', age: 38 } });
    expect((await ada.send('GET', `/api/records/${version}/`)).status).toBe(404);
    expect((await ada.send('POST', '/api/records/decrypt/', [{ ...shown, id: version }])).status).toBe(404);
  });

  test('decrypts to the present values, also from a record that was listed before the change', async () => {
    const { schema, second } = await threePeople();
    const before = (await all(schema)).find(({ id }) => id === second)!;
    await record(await put(second, { name: 'Grace Hopper', age: 86 }));
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
    await record(await put(first, '{"data": {"name": "Ada", "weight": 99.90}}'));
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
    await record(await patch(first, { age: 37 }));
    expect((await rowsOf(schema)).get(first)).toEqual({ name: 'Ada', age: 37, weight: 60.5 });
    await record(await patch(first, { weight: null, name: 'A "B" \n Łukasz' }));
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
    const once = await record(await put(first, { name: 'Once' }, key));
    const again = await record(await put(first, { name: 'Once' }, key));
    expect(again).toEqual(once);
    expect((await all(schema)).length).toBe(3);
  });

  test('of the change of one record is refused for another, and for an upload', async () => {
    const { schema, first, second } = await threePeople();
    const key = { 'idempotency-key': randomUUID() };
    await record(await put(first, { name: 'Once' }, key));
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
  await record(await put(first, { name: 'Audited' }));
  await record(await put(first, { name: 'Audited again' }));
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
  await record(await put(first, { name: 'One' }));
  await record(await put(second, { name: 'Two' }));
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
  await record(await put(first, { name: 'New' }));
  await expect
    .poll(async () => {
      const stale = await service.database.select().from(staleGroups);
      return stale.length;
    }, { timeout: 10_000 })
    .toBe(0);
  expect((await rowsOf(schema)).get(first)).toEqual({ name: 'New' });
});

test('an export has a changed record once, continues after it, and refuses to where its place is ambiguous', async () => {
  const { id: schema } = await world.schemaOf(definition);
  // So many that one change doesn't make compaction worth while.
  await add(schema, Array.from({ length: 30 }, (_, at) => ({ name: at === 1 ? 'Ada' : `P${at}` })));
  const ids = (await all(schema)).map(({ id }) => id);
  const second = ids[1]!;
  const others = ids.filter((id) => id !== second);
  await record(await put(second, { name: 'Second' }));
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

/** Picks whole numbers below a limit: the same ones from one seed. */
function pickFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
}

test('random changes, deletions and uploads give what plain rows give, also after compaction and at another proxy', async () => {
  const { id: schema } = await world.schemaOf(definition);
  const pick = pickFrom(20_261_126);
  const newRow = (): Row => ({
    name: `P${pick(12)}`,
    ...(pick(4) > 0 && { age: pick(150) }),
    ...(pick(3) > 0 && { weight: pick(50_000) / 100 }),
  });
  const plain = new Map<string, Row>();
  const upload = async (count: number) => {
    const rows = Array.from({ length: count }, newRow);
    const known = new Set((await all(schema)).map(({ id }) => id));
    await add(schema, rows);
    const fresh = (await all(schema)).filter(({ id }) => !known.has(id));
    fresh.forEach(({ id }, at) => plain.set(id, rows[at]!));
  };
  const compare = async (who: Actor) => {
    expect(await rowsOf(schema, who)).toEqual(plain);
    for (const [label, low] of [
      ['age', 40],
      ['weight', 250],
    ] as const) {
      const match = [...plain].filter(([, row]) => (row[label] ?? -1) >= low).map(([id]) => id);
      const found = await who.search({ schema, limit: 1000, filters: [{ label, value: `>=${low}` }] });
      expect(new Set(found.records.map(({ id }) => id))).toEqual(new Set(match));
      expect(found.total).toBe(match.length);
    }
    const sum = await who.send('POST', '/api/records/search/', {
      schema,
      filters: [{ label: 'age', value: 'sum(>=0)' }],
    });
    const expected = [...plain.values()].reduce((total, { age = 0 }) => total + age, 0);
    expect(((await sum.json()) as { data: { value: number } }[])[0]!.data.value).toBe(expected);
  };

  await upload(70);
  for (let round = 0; round < 40; round++) {
    const ids = [...plain.keys()];
    const id = ids[pick(ids.length)]!;
    const kind = pick(10);
    if (kind < 4) {
      const row = newRow();
      await record(await put(id, row));
      plain.set(id, row);
    } else if (kind < 8) {
      const { age = null, weight = null } = newRow();
      await record(await patch(id, { age, weight }));
      plain.set(id, {
        name: plain.get(id)!.name,
        ...(age !== null && { age }),
        ...(weight !== null && { weight }),
      });
    } else if (kind < 9) {
      expect((await ada.send('DELETE', `/api/records/${id}/`)).status).toBe(204);
      plain.delete(id);
    } else await upload(pick(5) + 1);
    if (round % 8 === 7) await compare(ada);
  }
  const stored = await service.database.select().from(recordVersions);
  expect(stored.length).toBeGreaterThan(10);
  const other = await startBeside(service.url, proxy);
  try {
    await compare(actor(other, owner.headers));
  } finally {
    await other.close();
  }
}, 120_000);

test('a copy of the new versions is made anew from the manifest', async () => {
  const { first, schema, second } = await threePeople();
  await record(await put(first, { name: 'Copied' }));
  const rows = () => service.database.select().from(recordVersions);
  const before = await rows();
  await service.database.delete(recordVersions);
  await service.database.update(manifests).set({ publishedMac: '' }).where(eq(manifests.schema, schema));
  expect((await ada.send('GET', `/api/records/${second}/`)).status).toBe(200);
  expect((await ada.send('GET', `/api/records/${first}/`)).status).toBe(200);
  expect(before).toEqual(expect.arrayContaining(await rows()));
  expect(await rows()).toHaveLength(1);
});
