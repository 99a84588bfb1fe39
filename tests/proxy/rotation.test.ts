/** Changes a schema's keys while it is in use, and checks its records, uploads and searches. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { manifests, schemas, segments } from '@cloakroom/service/db/schema.ts';
import { person } from '#tests/service/support/people.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { rotated, rowAt, startKeyRotation, problemOf } from './support/keyRotation.ts';
import { actor } from './support/proxy.ts';

const changing = await startKeyRotation();
const { service, wire, proxy, owner, ada } = changing;
afterAll(() => changing.close());

describe('a schema whose keys are changed', () => {
  test('twice, with uploads before, between and after, is searched and decrypted as before', async () => {
    const { schema, upload, check, rows } = await changing.home('Changed');
    await upload(150);
    expect(await rotated(schema.id, ada)).toMatchObject({ generation: 2 });
    await check();
    await upload(40);
    await upload(3);
    expect(await rotated(schema.id, ada)).toMatchObject({ generation: 3 });
    await upload(20);
    await check();

    const { records } = await ada.search({ schema: schema.id, limit: 100, offset: 120 });
    const ids = [records[0]!, records[50]!, records.at(-1)!].map(({ id }) => `id=${id}`);
    expect((await ada.send('DELETE', `/api/records/?${ids.join('&')}`)).status).toBe(204);
    for (const place of [rows.length - 1, 170, 120]) rows.splice(place, 1);
    await check();
  });

  test('while uploads are under way loses none of them, and names each segment’s keys', async () => {
    const { schema, upload } = await changing.home('Busy');
    const uploads = Array.from({ length: 5 }, (_, i) => upload(5 + i));
    const [first] = await Promise.all([rotated(schema.id, ada), ...uploads]);
    const more = [upload(20), upload(30)];
    await Promise.all([rotated(schema.id, ada), ...more]);
    expect(first.generation).toBe(2);
    expect((await ada.search({ schema: schema.id })).total).toBe(35 + 50);
    const [row] = await service.database.select().from(manifests).where(eq(manifests.schema, schema.id));
    expect(JSON.parse(row!.body)).toMatchObject({ generation: 3 });
  });

  test('is refused to callers who may not share its keys', async () => {
    const { schema } = await changing.home('Guarded');
    const requester = await changing.admit(schema, 'requesters');
    const answer = await actor(proxy, requester.headers).send('POST', `/api/schemas/${schema.id}/rotate/`);
    const { status, detail } = await problemOf(answer);
    expect([status, detail]).toEqual([403, expect.stringContaining('"Guarded"')]);
    const stranger = actor(proxy, (await person(service)).headers);
    expect((await stranger.send('POST', `/api/schemas/${schema.id}/rotate/`)).status).toBe(404);
    const bare = await fetch(`${service.url}/api/schemas/${schema.id}/rotate/`, {
      method: 'POST',
      headers: owner.headers,
    });
    expect(bare.status).toBe(405);
  });
});

describe('an upload that is under way when the keys are changed', () => {
  /** Begins an upload, disconnects the service in the middle of it, changes the keys meanwhile, and reconnects. */
  const interrupted = async (id: string, count: number, change: () => Promise<unknown>) => {
    const rows = Array.from({ length: count }, (_, i) => rowAt(i));
    const lost = wire.cutAfter(20_000);
    const accepted = await ada.upload(id, JSON.stringify(rows), 'application/json');
    await lost;
    await change();
    await wire.mend();
    return ada.ended(((await accepted.json()) as { job_id: string }).job_id);
  };

  test('is finished with the keys that it began with, if its owner has the new ones, too', async () => {
    const { schema, upload, check, rows } = await changing.home('Interrupted');
    await upload(10);
    const data = await changing.folder();
    const filter = (path: string) => !path.endsWith('.tmp');
    await cp(join(proxy.dataDir, 'keyrings'), join(data, 'keyrings'), { recursive: true, filter });
    const elsewhere = await changing.at(service.url, data, owner);
    const job = await interrupted(schema.id, 4_000, () => rotated(schema.id, elsewhere));
    expect(job).toMatchObject({ status: 'complete', processed: 4_000 });
    rows.push(...Array.from({ length: 4_000 }, (_, i) => rowAt(i)));
    await upload(5);
    await check();
    const [row] = await service.database.select().from(manifests).where(eq(manifests.schema, schema.id));
    const list = JSON.parse(row!.body) as Manifest;
    expect(list.generation).toBe(2);
    expect(list.segments.map(({ generation }) => generation)).toEqual([1, 1, 2]);
  });

  test('fails with a message if its owner lacks the new ones, and leaves nothing behind', async () => {
    const { schema, upload } = await changing.home('Overtaken');
    await upload(10);
    const bob = await changing.colleague(schema, [1], service.url);
    const job = await interrupted(schema.id, 4_000, () => rotated(schema.id, bob));
    expect(job.status).toBe('failed');
    expect(job.error).toMatch(/lacks the new key for searching of the schema "Overtaken", whose keys/);
    expect((await bob.search({ schema: schema.id })).total).toBe(10);
    // A job is reported as failed before all of its data is removed.
    const left = () => service.database.$count(segments, eq(segments.schema, schema.id));
    await expect.poll(left, pollTimeout).toBe(1);
  });
});

describe('a service that changes what it stores', () => {
  const rowOf = async (id: string) => {
    const [schema] = await service.database.select().from(schemas).where(eq(schemas.id, id));
    const [manifest] = await service.database.select().from(manifests).where(eq(manifests.schema, id));
    return { schema: schema!, manifest: manifest! };
  };
  const put = async (id: string, { schema, manifest }: Partial<Awaited<ReturnType<typeof rowOf>>>) => {
    if (schema) {
      const { generation, keyChecks, earlierKeyChecks } = schema;
      await service.database
        .update(schemas)
        .set({ generation, keyChecks, earlierKeyChecks })
        .where(eq(schemas.id, id));
    }
    if (manifest) {
      const { version, body, mac } = manifest;
      await service.database.update(manifests).set({ version, body, mac }).where(eq(manifests.schema, id));
    }
  };

  test('cannot restore earlier keys or an earlier list, or pass keys and segments off as others', async () => {
    const { schema, upload, check } = await changing.home('Tampered');
    const { id } = schema;
    await upload(10);
    const before = await rowOf(id);
    await rotated(id, ada);
    await upload(10);
    const now = await rowOf(id);
    const other = now.manifest.body.replace('"generation":1', '"generation":2');
    const swapped = { ...now.schema, keyChecks: before.schema.keyChecks };
    const checksOf = (earlier: typeof swapped.keyChecks) => ({
      ...now.schema,
      earlierKeyChecks: { 1: earlier! },
    });
    for (const [lie, words] of [
      [before, /earlier keys than it had already/],
      [{ schema: before.schema }, /earlier keys than it had already/],
      [{ manifest: before.manifest }, /signed with earlier keys than its newest/],
      [{ manifest: { ...now.manifest, body: other, mac: '' } }, /not what was signed/],
      [{ schema: swapped }, /lacks the new key/],
      [{ schema: checksOf(now.schema.keyChecks) }, /lacks the earlier key/],
      [{ schema: { ...now.schema, earlierKeyChecks: {} } }, /names no keys of generation 1/],
    ] as const) {
      await put(id, lie);
      const answer = await problemOf(await ada.send('POST', '/api/records/search/', { schema: id }));
      expect([answer.status, answer.detail]).toEqual([422, expect.stringMatching(words)]);
      await put(id, now);
    }
    await put(id, before);
    expect(await problemOf(await ada.upload(id, 'city\nOslo\n', 'text/csv'))).toMatchObject({ status: 422 });
    await put(id, now);
    await check();
  });
});
