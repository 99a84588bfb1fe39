/** Segments are stored completely, once, and invisible until a manifest names them. */
import { createHash, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { segments } from '@cloakroom/service/db/schema.ts';
import { newUpload, testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { stored, withSegment } from '#tests/service/support/stored.ts';
import { makeWorld } from '#tests/service/support/world.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

const service = await startService();
const world = await makeWorld(service);
afterAll(() => service.close());

const { removeSegment: remove } = world;
const read = (path: 'segments' | 'blocks' | 'records', body: object) =>
  world.call(world.people.requester, 'POST', `/api/${path}/read/`, { schema: world.schema.id, ...body });
const asked = (id: string, ...labels: Buffer[]) => ({ id, labels: Buffer.concat(labels).toString('base64') });
const reason = (answer: LightMyRequestResponse | undefined) => [
  answer?.statusCode,
  answer?.json<{ detail: string }>().detail,
];
const conflict = (part: string) => [409, expect.stringContaining(part) as string];

describe('a segment', () => {
  test('is stored with its blocks and records, byte for byte', async () => {
    const segment = testSegment({ records: 500, blocks: 40 });
    const before = await stored(service);
    const put = await world.put(segment);
    expect([put.statusCode, put.body]).toEqual([204, '']);
    expect(await stored(service)).toEqual(withSegment(before, { blocks: 40, records: 500 }));
    const headers = await read('segments', { segments: [segment.id] });
    expect(headers.json()).toEqual([segment.header.toString('base64')]);
    const order = [7, 0, 39, 7];
    const answer = await read('blocks', {
      segments: [asked(segment.id, ...order.map((n) => segment.labels[n]!))],
    });
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.rawPayload).toEqual(Buffer.concat(order.map((n) => segment.blocks[n]!)));
    const ofId = eq(segments.segment, Buffer.from(segment.id, 'hex'));
    const [row] = await service.database.select().from(segments).where(ofId);
    expect(row?.digest).toEqual(createHash('sha256').update(segment.body).digest());
  });

  test('that arrives twice, or ten times at once, is stored once', async () => {
    const segment = testSegment({ records: 50 });
    const before = await stored(service);
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.put(segment)));
    answers.push(await world.put(segment));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(204));
    expect(await stored(service)).toEqual(withSegment(before, { blocks: 3, records: 50 }));
  });

  test('under the id of another body is rejected', async () => {
    const segment = testSegment({ records: 5 });
    await world.put(segment);
    const before = await stored(service);
    const other = { ...testSegment({ records: 5 }), id: segment.id };
    expect(reason(await world.put(other))).toEqual(conflict('taken'));
    expect(await stored(service)).toEqual(before);
  });

  test('whose records are stored already is refused completely', async () => {
    const upload = newUpload();
    await world.put(testSegment({ records: 20, upload }));
    const before = await stored(service);
    const refused = await world.put(testSegment({ records: 20, upload, first: 19 }));
    expect(reason(refused)).toEqual(conflict('stored already'));
    expect(await stored(service)).toEqual(before);
  });

  test('of an upload that another person began is refused in the same words, in this schema or another', async () => {
    const other = await makeWorld(service);
    const upload = newUpload();
    await world.put(testSegment({ records: 1, upload }));
    const { owner } = world.people;
    await world.addTo('owners', owner);
    const before = await stored(service);
    const colleague = await world.put(testSegment({ records: 1, upload, first: 1 }), owner);
    const outsider = await other.put(testSegment({ records: 1, upload, first: 1 }));
    expect(colleague.statusCode).toBe(409);
    expect([outsider.statusCode, outsider.body]).toEqual([409, colleague.body]);
    expect(await stored(service)).toEqual(before);
  });

  test('of an upload that two people begin at the same time is stored for one of them alone', async () => {
    const other = await makeWorld(service);
    for (let round = 0; round < 10; round++) {
      const upload = newUpload();
      const before = await stored(service);
      const answers = await Promise.all([
        world.put(testSegment({ records: 30, upload })),
        other.put(testSegment({ records: 30, upload, first: 30 })),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
      const refused = answers.find(({ statusCode }) => statusCode === 409);
      expect(reason(refused)).toEqual(conflict('upload id is taken'));
      expect(await stored(service)).toEqual(withSegment(before, { blocks: 3, records: 30 }));
    }
  });

  test('is written in parallel with another one of a new upload: only the last step waits for that one', async () => {
    const upload = newUpload();
    const another = await service.database.$client.connect();
    const writing = async () => {
      const { rows } = await another.query<{ pid: number }>(
        // The tables of all tests' databases have the same numbers because they are copies of one database.
        `select pid from pg_locks where relation = 'records'::regclass and mode = 'RowExclusiveLock'
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows.length;
    };
    try {
      await another.query('begin');
      await another.query('insert into uploads (upload, schema_id, owner_id) values ($1, $2, $3)', [
        Buffer.from(upload, 'hex'),
        world.schema.id,
        world.people.dataOwner.user.id,
      ]);
      expect(await writing()).toBe(0);
      const put = world.put(testSegment({ records: 30, upload }));
      await expect.poll(writing, pollTimeout).toBe(1);
      await another.query('commit');
      expect((await put).statusCode).toBe(204);
    } finally {
      another.release(true);
    }
  });

  test('of an upload that the same person began in another schema is rejected', async () => {
    const { owner } = world.people;
    const second = await world.newSchema('Test');
    await world.putChecks(second.url);
    await world.addTo('owners', owner);
    const mine = newUpload();
    const [one, two] = [0, 1].map((first) => testSegment({ records: 1, upload: mine, first }));
    expect((await world.put(one!, owner)).statusCode).toBe(204);
    const refused = await world.call(
      owner,
      'PUT',
      `/api/segments/${two!.id}/?schema=${second.id}`,
      two!.body,
    );
    expect(reason(refused)).toEqual(conflict('upload id is taken'));
  });

  test('of a schema without key checks is refused until they are stored', async () => {
    const { id } = await world.newSchema('Unvouched');
    const segment = testSegment({ records: 1 });
    const url = `/api/segments/${segment.id}/?schema=${id}`;
    expect(reason(await world.call(world.people.owner, 'PUT', url, segment.body))).toEqual(
      conflict('no key checks yet'),
    );
  });

  test('that is JSON or has no id is refused', async () => {
    const { id, body } = testSegment({ records: 1 });
    const put = async (name: string, sent: unknown) => {
      const url = `/api/segments/${name}/?schema=${world.schema.id}`;
      return (await world.call(world.people.dataOwner, 'PUT', url, sent)).statusCode;
    };
    expect([await put(id, { a: 1 }), await put('nothing', body)]).toEqual([415, 400]);
  });
});

describe('reading', () => {
  test('a missing header, or a missing block among present ones, is not found', async () => {
    const segment = testSegment({ records: 1 });
    await world.put(segment);
    const missing = randomBytes(16).toString('hex');
    const headers = await read('segments', { segments: [segment.id, missing] });
    expect(reason(headers)).toEqual([404, 'Segment not found']);
    const [label] = segment.labels;
    for (const wanted of [asked(missing, label!), asked(segment.id, label!, randomBytes(8))]) {
      const answer = await read('blocks', { segments: [asked(segment.id, ...segment.labels), wanted] });
      expect(reason(answer)).toEqual([404, 'Block not found']);
      expect(answer.headers['content-type']).toContain('application/json');
    }
  });

  test('refuses incomplete labels, and more blocks than fit into one answer', async () => {
    const ask = (labels: Buffer) => read('blocks', { segments: [asked('0'.repeat(32), labels)] });
    expect((await ask(randomBytes(9))).statusCode).toBe(400);
    expect(reason(await ask(Buffer.alloc(8 * 16_385)))).toEqual([
      400,
      'Ask for at most 16384 blocks at once.',
    ]);
  });
});

describe('deleting', () => {
  test('a segment that no manifest names removes its blocks and records', async () => {
    const upload = newUpload();
    const [keep, drop] = [0, 10].map((first) => testSegment({ records: 10, upload, first })) as [TestSegment, TestSegment]; // prettier-ignore
    await world.put(keep);
    const before = await stored(service);
    await world.put(drop);
    expect((await remove(drop.id)).statusCode).toBe(204);
    expect(await stored(service)).toEqual(before);
    expect((await remove(drop.id)).statusCode).toBe(404);
    expect((await world.put(drop)).statusCode).toBe(204);
  });

  test('a segment while it is being stored leaves nothing in the end', async () => {
    const segment = testSegment({ records: 5 });
    const before = await stored(service);
    const holder = await service.database.$client.connect();
    await holder.query('begin');
    await holder.query('select 1 from schemas where id = $1 for update', [world.schema.id]);
    const waiting = () =>
      service.database.$count(
        // Autovacuum waits for locks, too.
        sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'`,
      );
    const putting = world.put(segment).then(({ statusCode }) => statusCode);
    await expect.poll(waiting, pollTimeout).toBe(1);
    const removing = remove(segment.id).then(({ statusCode }) => statusCode);
    await expect.poll(waiting, pollTimeout).toBe(2);
    await holder.query('commit');
    holder.release();
    expect([await putting, await removing]).toEqual([204, 204]);
    expect(await stored(service)).toEqual(before);
  });
});
