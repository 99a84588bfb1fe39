/** A large upload stored twice: one copy is deleted while other work continues, and the other copy stays exact. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Upload } from '@cloakroom/contract/uploads.ts';
import { recordGroups } from '@cloakroom/service/db/schema.ts';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

/** More than the service deletes in one transaction. LARGE_UPLOAD=1000000 is for measuring. */
const size = Number(process.env.LARGE_UPLOAD ?? 12_000);

const world = await startProxyStack();
const { service, ada } = world;
afterAll(() => world.close());

const definition = {
  type: 'object' as const,
  properties: { city: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 99 } },
  required: ['city'],
};
const cities = ['Oslo', 'Łódź', 'Rome'];

function* csvOf(rows: number): Generator<string> {
  yield 'city,age\n';
  for (let from = 0; from < rows; from += 1000)
    yield Array.from(
      { length: Math.min(1000, rows - from) },
      (_, i) => `${cities[(from + i) % 3]!},${(from + i) % 100}\n`,
    ).join('');
}

const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  const result = await work();
  if (process.env.LARGE_UPLOAD) console.log(`${what}: ${Math.round(performance.now() - start)} ms`);
  return result;
};

test(
  'one of two copies is deleted in batches while another upload is published',
  async () => {
    const schema = await world.schemaOf(definition);
    const send = () => ada.uploaded(schema.id, [...csvOf(size)].join(''), 'text/csv');
    const [{ upload: first = '' }, { upload: second = '' }] = [await send(), await send()];
    const total = async (filters: object[] = []) =>
      (await ada.search({ schema: schema.id, filters, limit: 1 })).total;
    expect(await total()).toBe(2 * size);

    const path = (id: string) => `/api/uploads/${id}/?schema=${schema.id}`;
    const remainingRows = async () =>
      Upload.parse(await (await ada.send('GET', path(first))).json()).removing;
    const [deleted] = await timed('deleted and another upload complete', () =>
      Promise.all([
        timed('deleted', () => ada.send('DELETE', path(first))),
        timed('another upload complete', () => ada.uploaded(schema.id, 'city,age\nBonn,7\n', 'text/csv')),
      ]),
    );
    expect(deleted.status).toBe(204);
    expect(await total()).toBe(size + 1);

    await timed('rows deleted', () =>
      expect.poll(remainingRows, { ...pollTimeout, timeout: 300_000 }).toBe(0),
    );
    const groupsOf = (id: string) =>
      service.database.$count(recordGroups, eq(recordGroups.upload, Buffer.from(id, 'hex')));
    expect([await groupsOf(first), await groupsOf(second)]).toEqual([0, Math.ceil(size / 32)]);

    const expected = Array.from({ length: size }, (_, i) => i % 100);
    expect(await total()).toBe(size + 1);
    expect(await total([{ label: 'city', value: 'Rome' }])).toBe(Math.floor(size / 3));
    const sum = await ada.send('POST', '/api/records/search/', {
      schema: schema.id,
      filters: [{ label: 'age', value: 'sum()' }],
    });
    expect(await sum.json()).toEqual([{ data: { value: 7 + expected.reduce((a, b) => a + b, 0) } }]);
    const { records: page } = await ada.search({ schema: schema.id, limit: 100, offset: size - 100 });
    const decrypted = (await ada.decrypt(page)).map(({ data }) => data);
    expect(decrypted[0]).toEqual({ city: cities[(size - 100) % 3], age: (size - 100) % 100 });
  },
  size > 100_000 ? 900_000 : undefined,
);
