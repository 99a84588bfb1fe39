/** Records: paged in upload order at any offset, read by key, never shown before they are published. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeText } from '@cloakroom/wire/envelope.ts';
import { groupReference } from '@cloakroom/wire/groupReference.ts';
import { decodeGroup } from '@cloakroom/wire/recordGroup.ts';
import { packedEnvelopes } from '@cloakroom/wire/packedRecord.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { groupNumberOf } from '@cloakroom/contract/segments.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { newUpload, testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { makeWorld } from '#tests/service/support/world.ts';
import { readSegmentBody } from '#tests/support/segmentBody.ts';

const uploads = [newUpload(), newUpload()] as const;
const made: TestSegment[] = [
  testSegment({ records: 400, upload: uploads[0] }),
  testSegment({ records: 350, upload: uploads[1], grouped: true }),
  testSegment({ records: 250, upload: uploads[0], first: 400 }),
];
/** The uploaded records, in order. */
const expected: { id: string; data: Record<string, string> }[] = [];
for (const { body } of made) {
  const { upload, first, content, recordCount, items } = await readSegmentBody(body);
  for (let index = 0; index < recordCount; index++) {
    const [age, name] =
      content === 'groups'
        ? decodeGroup(items[groupNumberOf(index)]!, 2).fields.map((field) =>
            groupReference(field, index % 32),
          )
        : packedEnvelopes(items[index]!, 2).map((envelope) => envelopeText(envelope!));
    expected.push({ id: recordId(upload, first + index), data: { age: age!, name: name! } });
  }
}

const service = await startService();
const world = await makeWorld(service);
beforeAll(async () => {
  await world.upload(...made);
  await world.put(testSegment({ records: 30, upload: uploads[1], first: 352, grouped: true }));
});
afterAll(() => service.close());

const { list } = world;
const short = (records: SealedRecord[]) => records.map(({ id, data }) => ({ id, data }));
const read = (records: unknown) =>
  world.call(world.people.dataOwner, 'POST', '/api/records/read/', { schema: world.schema.id, records });

describe('a list', () => {
  test('pages through 1,000 records in the order they were uploaded', async () => {
    const all: SealedRecord[] = [];
    for (let offset = 0; offset < 1000; offset += 100) {
      const page = await list(`limit=100&offset=${offset}`);
      expect(page.headers['x-total-count']).toBe('1000');
      all.push(...page.json<SealedRecord[]>());
    }
    expect(short(all)).toEqual(expected);
  });

  test('gives the same slice at any offset', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1100), fc.integer({ min: 1, max: 100 }), async (offset, limit) => {
        const page = await list(`limit=${limit}&offset=${offset}`);
        expect(short(page.json())).toEqual(expected.slice(offset, offset + limit));
      }),
      { numRuns: 50 },
    );
  });

  test('shows a record with its links and its owner, and links to the neighbouring pages', async () => {
    const page = await list('limit=1&offset=999');
    const [record] = page.json<SealedRecord[]>();
    expect(record).toMatchObject({
      url: `/api/records/${expected[999]!.id}/`,
      schema: `/api/schemas/${world.schema.id}/`,
      owner: `/api/users/${world.people.dataOwner.user.id}/`,
    });
    expect(Date.parse(record!.created)).toBeGreaterThan(Date.now() - 600_000);
    expect(page.headers.link).toContain('offset=998>; rel="prev"');
    expect(page.headers.link).not.toContain('rel="next"');
  });

  test('counts without a page, or pages without a count', async () => {
    expect((await list('count_only=true')).json()).toEqual({ count: 1000 });
    const page = await list('skip_count=true&limit=2');
    expect(page.headers).not.toHaveProperty('x-total-count');
    expect(page.json()).toHaveLength(2);
  });

  test('is empty beyond its end', async () => {
    for (const offset of [1000, 1030, Number.MAX_SAFE_INTEGER])
      expect((await list(`offset=${offset}`)).json()).toEqual([]);
  });

  test('requires a schema', async () => {
    for (const query of ['', '?schema=']) {
      const answer = await world.call(world.people.requester, 'GET', `/api/records/${query}`);
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { detail: 'No schema provided' }]);
    }
  });

  test('refuses a query that only the proxy can answer', async () => {
    expect((await list('query=abc&count_only=true')).statusCode).toBe(422);
  });

  test('a schema may be named by its URL', async () => {
    const url = encodeURIComponent(`https://elsewhere.example/api/schemas/${world.schema.id}/`);
    expect((await list('limit=1', url)).json()).toHaveLength(1);
  });
});

describe('reading by key', () => {
  test('returns records in the requested order, and again if they are requested again', async () => {
    const answer = await read([[uploads[1], 5], [uploads[0], 649], [uploads[0], 0], [uploads[1], 5]]); // prettier-ignore
    expect(short(answer.json())).toEqual([expected[405], expected[999], expected[0], expected[405]]);
    expect((await read([])).json()).toEqual([]);
  });

  test('refuses all if one is missing, unpublished or of another schema, in the same words', async () => {
    const other = await makeWorld(service);
    const foreign = newUpload();
    await other.upload(testSegment({ records: 1, upload: foreign }));
    const answers = [];
    for (const wrong of [
      [newUpload(), 0],
      [uploads[0], 650],
      [uploads[1], 350],
      [foreign, 0],
      [uploads[0], 0xffffffff],
    ])
      // prettier-ignore
      answers.push(await read([[uploads[0], 0], wrong]));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set(['404 {"detail":"Record not found"}']),
    );
  });
});
