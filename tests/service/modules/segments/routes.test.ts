/** Segments are stored completely, once, and invisible until a manifest names them. */
import { createHash, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { schemas, segments } from '@cloakroom/service/db/schema.ts';
import { newUpload, testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { stored, withSegment } from '#tests/service/support/stored.ts';
import { checks, definition, makeWorld } from '#tests/service/support/world.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

const service = await startService();
const world = await makeWorld(service);
afterAll(() => service.close());

const remove = (id: string) =>
  world.call(world.people.dataOwner, 'DELETE', `/api/segments/${id}/?schema=${world.schema.id}`);

describe('a segment', () => {
  test('is stored with its blocks and records, byte for byte', async () => {
    const segment = testSegment({ records: 500, blocks: 40 });
    const before = await stored(service);
    const put = await world.put(segment);
    expect([put.statusCode, put.body]).toEqual([204, '']);
    expect(await stored(service)).toEqual(withSegment(before, { blocks: 40, records: 500 }));
    const headers = await world.call(world.people.requester, 'POST', '/api/segments/read/', {
      schema: world.schema.id,
      segments: [segment.id],
    });
    expect(headers.json()).toEqual([segment.header.toString('base64')]);
    const order = [7, 0, 39, 7];
    const read = await world.call(world.people.requester, 'POST', '/api/blocks/read/', {
      schema: world.schema.id,
      segments: [
        { id: segment.id, labels: Buffer.concat(order.map((n) => segment.labels[n]!)).toString('base64') },
      ],
    });
    expect(read.headers['content-type']).toBe('application/octet-stream');
    expect(read.rawPayload).toEqual(Buffer.concat(order.map((n) => segment.blocks[n]!)));
  });

  test('that arrives twice, or ten times at once, is stored once', async () => {
    const segment = testSegment({ records: 50 });
    const before = await stored(service);
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.put(segment)));
    answers.push(await world.put(segment));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(204));
    expect(await stored(service)).toEqual(withSegment(before, { blocks: 3, records: 50 }));
  });

  test('under an id that another body has is refused', async () => {
    const segment = testSegment({ records: 5 });
    await world.put(segment);
    const before = await stored(service);
    const other = { ...testSegment({ records: 5 }), id: segment.id };
    const refused = await world.put(other);
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ detail: string }>().detail).toContain('taken');
    expect(await stored(service)).toEqual(before);
  });

  test('whose records are stored already is refused completely', async () => {
    const upload = newUpload();
    await world.put(testSegment({ records: 20, upload }));
    const before = await stored(service);
    const refused = await world.put(testSegment({ records: 20, upload, first: 19 }));
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ detail: string }>().detail).toContain('stored already');
    expect(await stored(service)).toEqual(before);
  });

  test('of an upload that another person began is refused in the same words, in this schema or another', async () => {
    const other = await makeWorld(service);
    const upload = newUpload();
    await world.put(testSegment({ records: 1, upload }));
    const { owner } = world.people;
    await world.call(
      world.people.dataOwner,
      'POST',
      `/api/organizations/${world.organization}/teams/${world.owners.id}/add_member/`,
      { id: owner.user.id },
    );
    const before = await stored(service);
    const colleague = await world.put(testSegment({ records: 1, upload, first: 1 }), owner);
    const stranger = await other.put(testSegment({ records: 1, upload, first: 1 }));
    expect(colleague.statusCode).toBe(409);
    expect([stranger.statusCode, stranger.body]).toEqual([409, colleague.body]);
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
      expect(refused?.json<{ detail: string }>().detail).toContain('upload id is taken');
      expect(await stored(service)).toEqual(withSegment(before, { blocks: 3, records: 30 }));
    }
  });

  test('is written in parallel with another one of a new upload: only the last step waits for that one', async () => {
    const upload = newUpload();
    const another = await service.database.$client.connect();
    const writing = async () => {
      const { rows } = await another.query<{ pid: number }>(
        // The tables of all tests' databases have the same numbers, as they are copies of one.
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

  test('of an upload that oneself began in another schema is refused', async () => {
    const { owner } = world.people;
    const made = await world.call(owner, 'POST', '/api/schemas/', {
      dataset: world.dataset.id,
      name: 'Test',
      schema: definition,
    });
    const second = made.json<Schema>();
    await world.call(owner, 'PUT', `${second.url}key-checks/`, { key_checks: checks });
    const team = `/api/organizations/${world.organization}/teams/${world.owners.id}/add_member/`;
    await world.call(owner, 'POST', team, { id: owner.user.id });
    const mine = newUpload();
    const [one, two] = [0, 1].map((first) => testSegment({ records: 1, upload: mine, first }));
    expect((await world.put(one!, owner)).statusCode).toBe(204);
    const refused = await world.call(
      owner,
      'PUT',
      `/api/segments/${two!.id}/?schema=${second.id}`,
      two!.body,
    );
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ detail: string }>().detail).toContain('upload id is taken');
  });

  test('of a schema without key checks is refused until they are stored', async () => {
    const made = await world.call(world.people.owner, 'POST', '/api/schemas/', {
      dataset: world.dataset.id,
      name: 'Unvouched',
      schema: definition,
    });
    const segment = testSegment({ records: 1 });
    const refused = await world.call(
      world.people.owner,
      'PUT',
      `/api/segments/${segment.id}/?schema=${made.json<Schema>().id}`,
      segment.body,
    );
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ detail: string }>().detail).toContain('no key checks yet');
  });

  test('that is JSON, has no schema or no id is refused', async () => {
    const { dataOwner } = world.people;
    const { id, body } = testSegment({ records: 1 });
    const put = async (url: string, sent: unknown) =>
      (await world.call(dataOwner, 'PUT', url, sent)).statusCode;
    expect(await put(`/api/segments/${id}/?schema=${world.schema.id}`, { a: 1 })).toBe(415);
    expect(await put(`/api/segments/${id}/`, body)).toBe(400);
    expect(await put(`/api/segments/nothing/?schema=${world.schema.id}`, body)).toBe(400);
  });
});

describe('reading', () => {
  test('a missing header, or a missing block among present ones, is not found', async () => {
    const segment = testSegment({ records: 1 });
    await world.put(segment);
    const { requester } = world.people;
    const missing = randomBytes(16).toString('hex');
    const headers = await world.call(requester, 'POST', '/api/segments/read/', {
      schema: world.schema.id,
      segments: [segment.id, missing],
    });
    expect([headers.statusCode, headers.json()]).toEqual([404, { detail: 'Segment not found' }]);
    const asked = (id: string, ...labels: Buffer[]) => ({
      id,
      labels: Buffer.concat(labels).toString('base64'),
    });
    for (const wanted of [
      asked(missing, segment.labels[0]!),
      asked(segment.id, segment.labels[0]!, randomBytes(8)),
    ]) {
      const answer = await world.call(requester, 'POST', '/api/blocks/read/', {
        schema: world.schema.id,
        segments: [asked(segment.id, ...segment.labels), wanted],
      });
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Block not found' }]);
      expect(answer.headers['content-type']).toContain('application/json');
    }
  });

  test('refuses incomplete labels, and more blocks than fit into one answer', async () => {
    const { requester } = world.people;
    const ask = (labels: Buffer) =>
      world.call(requester, 'POST', '/api/blocks/read/', {
        schema: world.schema.id,
        segments: [{ id: '0'.repeat(32), labels: labels.toString('base64') }],
      });
    expect((await ask(randomBytes(9))).statusCode).toBe(400);
    expect((await ask(Buffer.alloc(8 * 16_385))).json()).toMatchObject({
      detail: 'Ask for at most 16384 blocks at once.',
    });
  });
});

describe('deleting', () => {
  test('a segment that no manifest names removes its blocks and records', async () => {
    const upload = newUpload();
    const [keep, drop] = [
      testSegment({ records: 10, upload }),
      testSegment({ records: 10, upload, first: 10 }),
    ];
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
    let letGo = (): void => undefined;
    const meanwhile = new Promise<void>((resolve) => (letGo = resolve));
    let isHeld = (): void => undefined;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const holding = service.database.transaction(async (transaction) => {
      await transaction.select().from(schemas).where(eq(schemas.id, world.schema.id)).for('update');
      isHeld();
      await meanwhile;
    });
    await held;
    const waiting = () =>
      service.database.$count(
        // Autovacuum waits for locks, too.
        sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'`,
      );
    const putting = world.put(segment).then(({ statusCode }) => statusCode);
    await expect.poll(waiting, pollTimeout).toBe(1);
    const removing = remove(segment.id).then(({ statusCode }) => statusCode);
    await expect.poll(waiting, pollTimeout).toBe(2);
    letGo();
    await holding;
    expect([await putting, await removing]).toEqual([204, 204]);
    expect(await stored(service)).toEqual(before);
  });

  test('refuses a published segment', async () => {
    const segment = testSegment({ records: 2 });
    expect((await world.upload(segment)).statusCode).toBe(200);
    const before = await stored(service);
    const refused = await remove(segment.id);
    expect(refused.statusCode).toBe(409);
    expect(await stored(service)).toEqual(before);
  });
});

test('the stored digest is that of the body', async () => {
  const segment = testSegment({ records: 1 });
  await world.put(segment);
  const [row] = await service.database
    .select()
    .from(segments)
    .where(eq(segments.segment, Buffer.from(segment.id, 'hex')));
  expect(row?.digest).toEqual(createHash('sha256').update(segment.body).digest());
});
