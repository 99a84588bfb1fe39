import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SealedRecord } from '@cloakroom/contract/records.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { readRecordId } from '@cloakroom/wire/shortId.ts';
import { schemas } from '@cloakroom/service/db/schema.ts';
import { startRelayedProxyStack } from '../support/proxyStack.ts';
import { actor, startProxy, type Actor } from '../support/proxy.ts';

const definition = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0, maximum: 130 },
    balance: { type: 'number', minimum: -1000, maximum: 1000 },
  },
  required: ['name'],
};
type Person = { name: string; age?: number; balance?: number };
const people: Person[] = Array.from({ length: 500 }, (_, i) => ({
  name: i % 3 === 0 ? 'Ada' : `Person ${i}`,
  ...(i % 7 === 0 ? {} : { age: i % 131 }),
  balance: (i - 250) / 4,
}));

const world = await startRelayedProxyStack();
const { service, wire, owner, ada } = world;
const schema = await world.schemaOf(definition);
afterAll(() => world.close());
beforeAll(async () => {
  await ada.uploaded(schema.id, JSON.stringify(people.slice(0, 200)), 'application/json');
  await ada.uploaded(schema.id, JSON.stringify(people.slice(200)), 'application/json');
});

type Filter = { label: string; value: string | number; operator?: string; value2?: string | number };
const search = (filters: Filter[], more: object = {}) =>
  ada.search({ schema: schema.id, filters, limit: 100, ...more });
const found = async (filters: Filter[]) => {
  const { total, records } = await search(filters);
  return { total, people: records.length > 0 ? (await ada.decrypt(records)).map(({ data }) => data) : [] };
};
const age = ({ age: value }: Person) => value ?? NaN;

test.each<{ filters: Filter[]; like: (person: Person) => boolean }>([
  { filters: [], like: () => true },
  { filters: [{ label: 'name', value: 'Ada' }], like: ({ name }) => name === 'Ada' },
  { filters: [{ label: 'name', value: 'ada' }], like: () => false },
  { filters: [{ label: 'name', value: '>Ada' }], like: () => false },
  { filters: [{ label: 'age', value: 30 }], like: (one) => age(one) === 30 },
  { filters: [{ label: 'balance', value: '-1.5~1.25' }], like: ({ balance = NaN }) => balance >= -1.5 && balance <= 1.25 },
  { filters: [{ label: 'balance', value: '>1.3' }, { label: 'name', value: 'Ada' }, { label: 'age', value: '<=50' }], like: (one) => (one.balance ?? NaN) > 1.3 && one.name === 'Ada' && age(one) <= 50 },
])('$filters finds what a filter over the plain records finds', async ({ filters, like }) => {
  const expected = people.filter(like);
  expect(await found(filters)).toEqual({ total: expected.length, people: expected.slice(0, 100) });
}); // prettier-ignore

test.each([
  { value: 'count(>=0)', of: (all: number[]) => all.length },
  { value: 'sum(10~20)', of: (all: number[]) => all.filter((one) => one >= 10 && one <= 20).reduce((a, b) => a + b, 0) },
  { value: 'min(>7)', of: (all: number[]) => Math.min(...all.filter((one) => one > 7)) },
  { value: 'max()', of: (all: number[]) => Math.max(...all) },
  { value: 'avg(<=2)', of: (all: number[]) => { const some = all.filter((one) => one <= 2); return some.reduce((a, b) => a + b, 0) / some.length; } },
  { value: 'count(500)', of: () => 0 },
  { value: 'sum(500)', of: () => null },
])('$value of Adas’ ages equals the plain computation', async ({ value, of }) => {
  const filters = [{ label: 'age', value }, { label: 'name', value: 'Ada' }];
  const answer = await ada.send('POST', '/api/records/search/', { schema: schema.id, filters });
  const ages = people.filter(({ name }) => name === 'Ada').map(age).filter(Number.isFinite);
  expect(await answer.json()).toEqual([{ data: { value: of(ages) } }]);
}); // prettier-ignore

test.each([
  { what: 'an unknown field', filters: [{ label: 'height', value: '1' }], status: 400, detail: /no field "height"/ },
  { what: 'a string for a number', filters: [{ label: 'age', value: 'old' }], status: 400, detail: /"age" is a number/ },
  { what: 'an order among texts', filters: [{ label: 'name', value: 'A', operator: '>' }], status: 400, detail: /"name" is a text/ },
  { what: 'a sum of texts', filters: [{ label: 'name', value: 'sum(A)' }], status: 422, detail: /"name" is a text/ },
  { what: 'two aggregates', filters: [{ label: 'age', value: 'sum()' }, { label: 'age', value: 'max()' }], status: 400, detail: /one aggregate/ },
])('$what is refused with a message', async ({ filters, status, detail }) => {
  const answer = await ada.send('POST', '/api/records/search/', { schema: schema.id, filters });
  expect(answer.status).toBe(status);
  expect(((await answer.json()) as { detail: string }).detail).toMatch(detail);
}); // prettier-ignore

test('a search without a schema is refused with the service’s message', async () => {
  const answer = await ada.send('POST', '/api/records/search/', { filters: [] });
  expect([answer.status, await answer.json()]).toMatchObject([400, { detail: 'No schema provided' }]);
});

describe('the fragment of a search', () => {
  test('counts and pages it again, word for word, for its owner alone', async () => {
    const { named, total } = await search([{ label: 'name', value: 'Ada' }]);
    expect(named).toMatch(/^schema=[\w-]+&query=[\w-]+$/);
    const count = await ada.send('GET', `/api/records/?${named}&count_only=true`);
    expect(await count.json()).toEqual({ count: total });
    const page = await ada.send('GET', `/api/records/?${named}&limit=2&offset=1`);
    expect(page.headers.get('x-total-count')).toBe(String(total));
    expect(await page.json()).toEqual(
      (await search([{ label: 'name', value: 'Ada' }], { limit: 2, offset: 1 })).records,
    );
    const stranger = await world.stranger();
    expect((await stranger.send('GET', `/api/records/?${named}&count_only=true`)).status).toBe(404);
  });

  test('is used by the links of a page', async () => {
    const body = { schema: schema.id, filters: [{ label: 'name', value: 'Ada' }], limit: 10 };
    const answer = await ada.send('POST', '/api/records/search/', body);
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
    const second = await ada.send('GET', next);
    expect(await second.json()).toEqual((await ada.search({ ...body, offset: 10 })).records);
  });
});

test('a plain list comes from the service', async () => {
  const answer = await ada.send('GET', `/api/records/?schema=${schema.id}&limit=3`);
  expect(answer.headers.get('x-total-count')).toBe('500');
  expect(z.array(SealedRecord).parse(await answer.json())).toHaveLength(3);
});

test('a thousand records are searched and decrypted with one call each, named by id or URL', async () => {
  const { total, records } = await search([], { limit: 1000 });
  expect([total, records.length]).toEqual([500, 500]);
  const opened = await ada.decrypt(records);
  expect(opened.map(({ data }) => data)).toEqual(people);
  expect(opened.map(({ id, url }) => ({ id, url }))).toEqual(records.map(({ id, url }) => ({ id, url })));
  const byUrl = records.slice(0, 3).map(({ id: _, ...record }) => record);
  expect(await ada.decrypt(byUrl)).toEqual(opened.slice(0, 3));
  const unnamed = byUrl.map(({ url: _, ...record }) => record);
  expect((await ada.send('POST', '/api/records/decrypt/', unnamed)).status).toBe(400);
  const tooMany = Array.from({ length: 1001 }, () => records[0]);
  expect((await ada.send('POST', '/api/records/decrypt/', tooMany)).status).toBe(400);
  expect((await ada.send('POST', '/api/records/search/', { schema: schema.id, limit: 1001 })).status).toBe(
    400,
  );
});

describe('a person without the permission', () => {
  test('to search gets 404 as an outsider, and 403 or 422 as a colleague without a team', async () => {
    const [stranger, { calls: colleague }] = [await world.stranger(), await world.colleague()];
    const body = { schema: schema.id };
    expect((await stranger.send('POST', '/api/records/search/', body)).status).toBe(404);
    expect([403, 422]).toContain((await colleague.send('POST', '/api/records/search/', body)).status);
  });

  test('to decrypt gets 403 as a colleague without a team, and the missing keys named as a new data owner', async () => {
    const { records } = await search([], { limit: 2 });
    const { who, calls: colleague } = await world.colleague();
    const refused = await colleague.send('POST', '/api/records/decrypt/', records);
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { detail: 'You do not have permission to decrypt these records.' },
    ]);
    const can = async (one: Actor) =>
      (await one.send('POST', '/api/records/can-decrypt/', records[0])).json();
    expect(await can(colleague)).toEqual({ can_decrypt: false });
    expect(await can(ada)).toEqual({ can_decrypt: true });

    await world.enrol(schema.id, 'owners', who);
    const keyless = await colleague.send('POST', '/api/records/decrypt/', records);
    expect(keyless.status).toBe(422);
    expect(((await keyless.json()) as { detail: string }).detail).toMatch(
      /Your keyring lacks the key.*Ask one of its data owners/,
    );
    expect(await can(colleague)).toEqual({ can_decrypt: false });
    const upload = await colleague.upload(schema.id, 'name\nEve\n', 'text/csv');
    expect(upload.status).toBe(422);
  });
});

describe('records that differ from what was uploaded', () => {
  const refusal = async (records: unknown) => {
    const answer = await ada.send('POST', '/api/records/decrypt/', records);
    return [answer.status, ((await answer.json()) as { detail: string }).detail] as const;
  };

  test('are refused by record and field: of another record, changed, unknown', async () => {
    const [one, other] = (await search([], { limit: 2, offset: 1 })).records;
    const cases = [
      { ...one!, data: { ...one!.data, name: other!.data.name } },
      { ...one!, data: { ...one!.data, name: `${one!.data.name}A` } },
      { ...one!, data: { ...one!.data, name: 'no envelope' } },
      { ...one!, data: { ...one!.data, name: '' } },
    ];
    for (const record of cases) {
      const [status, detail] = await refusal([record]);
      expect(status).toBe(422);
      expect(detail).toContain('"name"');
      expect(detail).toContain(one!.id);
    }
    expect((await refusal([{ ...one!, data: { ghost: one!.data.name } }]))[0]).toBe(422);
  });

  test('are decrypted from their group, whatever else the reference to a value says', async () => {
    const [one] = (await search([], { limit: 1 })).records;
    const exchanged = { ...one!.data, name: one!.data.balance!, balance: one!.data.name! };
    expect(await ada.decrypt([{ ...one!, data: exchanged }])).toEqual(await ada.decrypt([one!]));
  });

  test('are not found when they are gone', async () => {
    const [one] = (await search([], { limit: 1 })).records;
    const gone = { ...one!, id: 'zzzzzzzzzzzzzzzzzzzzzz' };
    expect(await refusal([one, gone])).toEqual([
      404,
      'Decrypted records not found, please refresh the page.',
    ]);
    expect(readRecordId(one!.id).number).toBe(0);
  });
});

test('another keyring decrypts nothing: a schema’s creator with a lost keyring is asked for its words', async () => {
  const own = await world.schemaOf(definition);
  const elsewhere = await startProxy(wire.url);
  const calls = actor(elsewhere, owner.headers);
  const refusal = async () => {
    const answer = await calls.upload(own.id, 'name\nAda\n', 'text/csv');
    expect(answer.status).toBe(422);
    return ((await answer.json()) as { detail: string }).detail;
  };
  expect(await refusal()).toMatch(/^This machine has no keys of yours, but you made the keys of the schema/);
  await calls.begin();
  expect(await refusal()).toMatch(
    /^The keyring on this machine lacks the key for searching.*made with another keyring of yours/,
  );
  await elsewhere.close();
});

test('a schema made without the proxy gets its key checks when its creator’s proxy first sees it', async () => {
  const dataset = (await (
    await ada.send('POST', '/api/datasets/', { name: 'Bare', organization: owner.organization.id })
  ).json()) as { url: string };
  const made = await fetch(`${service.url}/api/schemas/`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bare', dataset: dataset.url, schema: definition }),
  });
  const { id, key_checks } = (await made.json()) as Schema;
  expect(key_checks).toBeNull();
  expect((await ada.upload(id, 'name\nAda\n', 'text/csv')).status).toBe(200);
  const [row] = await service.database.select().from(schemas).where(eq(schemas.id, id));
  expect(Object.keys(row?.keyChecks ?? {}).sort()).toEqual(['__query', 'age', 'balance', 'name']);
});
