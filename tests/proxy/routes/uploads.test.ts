/** Uploads through a proxy: listed with what this machine knows, and deleted completely while everything else stays. */
import { randomBytes } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fileFingerprintHeader } from '@cloakroom/contract/jobs.ts';
import { takeLease } from '@cloakroom/contract/leases.ts';
import { publishManifest, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { readRecordId, recordId } from '@cloakroom/wire/shortId.ts';
import { Upload } from '@cloakroom/contract/uploads.ts';
import { compactSegments } from '@cloakroom/proxy/compaction/compactSegments.ts';
import { withMerged } from '@cloakroom/sealed-index/compaction/replacement.ts';
import { records } from '@cloakroom/service/db/schema.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { rowAt, schemaFixtures, type SchemaFixture } from '../compaction/support/schemaFixture.ts';
import { startRelayedProxyStack } from '../support/proxyStack.ts';
import { actor, startProxy } from '../support/proxy.ts';

const world = await startRelayedProxyStack();
const { service, proxy, owner, wire } = world;
const { upstream, freshSchema } = schemaFixtures(world);
let home: SchemaFixture;
beforeEach(async () => {
  home = await freshSchema();
});

const uploadOf = (id: string) => Buffer.from(readRecordId(id).upload).toString('hex');
const path = (upload = '') => `/api/uploads/${upload && `${upload}/`}?schema=${home.schema.id}`;
const remove = (upload: string, who = home.ada) => who.send('DELETE', path(upload));
const list = async (who = home.ada) => z.array(Upload).parse(await (await who.send('GET', path())).json());
/** Deletes an upload and removes its rows from the expected ones. */
const taken = async (upload: string) => {
  expect((await remove(upload)).status).toBe(204);
  forget(upload);
};
const forget = (upload: string) =>
  home.rows.splice(0, Infinity, ...home.rows.filter(({ id }) => uploadOf(id) !== upload));
const uploadAt = (place: number) => uploadOf(home.rows[place]!.id);
const segmentsNow = async () => (await home.manifests.read(home.question)).segments;
const merge = async () => {
  const merger = await home.merger(upstream);
  merger.scheduleCheck(home.asker, home.own);
  await merger.idle();
};
const mergedOf = (entries: SegmentEntry[]) => {
  const { fields } = home.own;
  const order = { ...home.question, fields, entries, id: randomBytes(16), upstream: upstream.origin };
  return compactSegments(order, upstream);
};
/** Uploads the same rows through the proxy; returns the upload's id. */
const same = async (count: number, headers = {}) => {
  const rows = Array.from({ length: count }, (_, i) => rowAt(i));
  const json = JSON.stringify(rows);
  const { upload = '' } = await home.ada.uploaded(home.schema.id, json, 'application/json', { headers });
  home.rows.push(...rows.map((row, number) => ({ id: recordId(Buffer.from(upload, 'hex'), number), row })));
  return upload;
};

test('removes the records of one upload from a merged segment that holds those of many', async () => {
  await home.upload(6, 20);
  await merge();
  expect((await segmentsNow()).length).toBeLessThan(20);
  // Deletes single records before, in the upload and outside of it.
  const some = [home.rows[13]!, home.rows[20]!].map(({ id }) => id);
  await home.ada.send('DELETE', `/api/records/?id=${some[0]!}&id=${some[1]!}`);
  home.rows.splice(0, Infinity, ...home.rows.filter(({ id }) => !some.includes(id)));
  await taken(uploadOf(some[0]!));
  await home.check();
  const rest = await segmentsNow();
  expect(rest.flatMap(({ deleted = [] }) => deleted)).toEqual([
    [12, 6],
    [20, 1],
  ]);
  await taken(uploadAt(0));
  await merge();
  await home.check();
});

test('lists what this machine knows: its jobs, and the files that it uploaded before', async () => {
  const upload = await same(3, { [fileFingerprintHeader]: 'ab'.repeat(32) });
  await home.upload(2);
  const [job] = (await home.ada.jobs()).filter((one) => one.upload === upload);
  const own = { owner: `/api/users/${owner.user.id}/`, removing: 0 };
  expect(await list()).toMatchObject([
    { id: uploadAt(3), records: 2, this_machine: false, job_id: null, ...own },
    { id: upload, records: 3, this_machine: true, job_id: job?.job_id, ...own },
  ]);
  const file = join(proxy.dataDir, 'uploaded', `${owner.user.id}.json`);
  const content = await readFile(file, 'utf8');
  const damaged = content.replace('{', '');
  await writeFile(file, damaged);
  expect((await list()).map(({ records }) => records)).toEqual([2, 3]);
  await writeFile(file, content);
  // A proxy that no longer has the job still knows the file.
  const copy = await temporaryFolder();
  await cp(proxy.dataDir, copy, { recursive: true });
  await rm(join(copy, 'spool'), { recursive: true });
  const other = await startProxy(service.url, copy);
  const [, known] = await list(actor(other, owner.headers));
  expect(known).toMatchObject({ this_machine: true, job_id: null });
  await other.close();
});

describe('at the same time', () => {
  test('deletes the same upload twice, others, and stores new ones: each takes effect once', async () => {
    await home.upload(8, 6);
    const gone = [uploadAt(0), uploadAt(0), uploadAt(10), uploadAt(40)];
    const answers = await Promise.all([...gone.map((upload) => remove(upload)), same(12)]);
    expect(answers.slice(0, 4)).toMatchObject(Array(4).fill({ status: 204 }));
    for (const upload of gone) forget(upload);
    await home.check();
    expect((await remove(gone[0]!)).status).toBe(204);
    expect((await remove('00'.repeat(12))).status).toBe(404);
    expect((await remove('nonsense')).status).toBe(404);
    await home.check();
  });

  test('a merge that began before does not restore the records', async () => {
    // Blocks the proxy that answers, which would compact too.
    const body = { holder: '0'.repeat(32), seconds: 600 };
    await upstream.call(takeLease, { credentials: owner.headers, params: { schema: home.schema.id }, body });
    await home.upload(6, 10);
    const parts = await segmentsNow();
    const replace = (inputs: SegmentEntry[], merged: SegmentEntry) =>
      home.manifests.change(home.question, (segments) => withMerged(segments, inputs, merged));
    for (const inputs of [parts.slice(0, 5), parts.slice(5)]) await replace(inputs, await mergedOf(inputs));
    const inputs = await segmentsNow();
    const merged = await mergedOf(inputs);
    const some = [1, 6, 8, 41].map((place) => home.rows[place]!.id);
    await home.ada.send('DELETE', `/api/records/?${some.map((id) => `id=${id}`).join('&')}`);
    home.rows.splice(0, Infinity, ...home.rows.filter(({ id }) => !some.includes(id)));
    await taken(uploadAt(6));
    await taken(uploadAt(34));
    expect(await replace(inputs, merged)).toBe(true);
    expect(await segmentsNow()).toMatchObject([
      {
        id: merged.id,
        records: 60,
        deleted: [
          [1, 1],
          [6, 6],
          [41, 7],
        ],
      },
    ]);
    await home.check();
    // Whole segments that were deleted meanwhile make the merge void.
    await home.upload(6, 2);
    const [, ...late] = await segmentsNow();
    const outdated = await mergedOf(late);
    await taken(uploadAt(home.rows.length - 1));
    expect(await replace(late, outdated)).toBe(false);
    await home.check();
  });

  test('keeps an upload that another proxy publishes between reading the list and replacing it', async () => {
    await home.upload(5, 2);
    const upload = uploadAt(0);
    const [entry] = await segmentsNow();
    let once = true;
    const answer = await Promise.all([
      remove(upload),
      home.manifests.change(home.question, (segments) => {
        if (!once) return null;
        once = false;
        return [...segments];
      }),
    ]);
    expect(answer[0].status).toBe(204);
    expect((await segmentsNow()).some(({ id }) => id === entry!.id)).toBe(false);
    forget(upload);
    await home.upload(4);
    await home.check();
  });
});

describe('interrupted', () => {
  test('before the service has it: nothing is deleted, and a second attempt deletes all', async () => {
    await home.upload(9, 2);
    const upload = uploadAt(0);
    await wire.cut();
    expect((await remove(upload)).status).toBe(503);
    await wire.mend();
    await home.check();
    await taken(upload);
    await home.check();
  });

  test('with the answer lost: the stored list counts, and a second attempt reports that it is done', async () => {
    await home.upload(9, 2);
    const upload = uploadAt(0);
    const lost = wire.loseAnswerTo(`${publishManifest.method} /api/manifests/${home.schema.id}/ `);
    await taken(upload);
    await lost;
    await home.check();
    expect((await remove(upload)).status).toBe(204);
    await home.check();
    const rows = eq(records.upload, Buffer.from(upload, 'hex'));
    expect(await service.database.$count(records, rows)).toBe(0);
  });
});

test('is for data owners: outsiders find nothing, members and data requesters are refused', async () => {
  await home.upload(3);
  const upload = uploadAt(0);
  const stranger = await world.stranger();
  const { who, calls } = await world.colleague();
  const asked = async (by: typeof stranger) => [
    (await by.send('GET', path())).status,
    (await by.send('GET', path(upload))).status,
    (await remove(upload, by)).status,
  ];
  expect(await asked(stranger)).toEqual([404, 404, 404]);
  expect(await asked(calls)).toEqual([403, 403, 403]);
  await world.enrol(home.schema.id, 'requesters', who);
  expect(await asked(calls)).toEqual([403, 403, 403]);
  await home.check();
  const other = await freshSchema();
  expect((await other.ada.send('DELETE', `/api/uploads/${upload}/?schema=${other.schema.id}`)).status).toBe(
    404,
  );
  await home.check();
});
