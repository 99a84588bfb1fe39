/** Deletes records and uploads, and compacts, rebuilds and reseals segments, while the service lies about any field of any answer. */
import { afterAll, vi } from 'vitest';
import { readRecordId } from '@cloakroom/wire/shortId.ts';
import type { Action, Outcome } from './action.ts';
import { coveredCalls } from './coverage.ts';
import { makeLiedHome } from './home.ts';
import { testLies } from './suite.ts';
import { got, jobOf, outcomeOf, startWorld } from './world.ts';

vi.useFakeTimers({ toFake: ['Date'] });
const world = await startWorld();
const { ada, liar, pool } = world;

/** Creates a separate schema for each kind of work. */
const homeOf = async (records: number, uploads: number) => {
  const home = await makeLiedHome(world);
  await home.upload(records, uploads);
  await home.blockCompaction();
  return home;
};
const deletedFrom = await homeOf(6, 30);
const maintained = await homeOf(5, 2);
/** Its manifest is so long that it is stored in parts. */
const manySegments = await homeOf(1, 40);
await world.patients('Others');
afterAll(async () => {
  await deletedFrom.close();
  await maintained.close();
  await manySegments.close();
  await world.close();
});

const uploadOf = (id: string) => Buffer.from(readRecordId(id).upload).toString('hex');
const schema = `schema=${deletedFrom.schema.id}`;

/** The records that a run deletes. */
let deletedIds: string[] = [];
const chooseDeleted = async (choose: () => string[]) => {
  await deletedFrom.blockCompaction();
  if (deletedFrom.rows.length < 40) await deletedFrom.upload(6, 10);
  deletedIds = choose();
};
const allOrNothing = async ({ refusal }: Outcome): Promise<string | null> => {
  const { total } = await deletedFrom.ada.search({ schema: deletedFrom.schema.id, limit: 1 });
  const { rows } = deletedFrom;
  const areDeleted = total === rows.length - deletedIds.length;
  if (refusal === null && !areDeleted) return `${total} records are found, though the answer says that some were deleted`; // prettier-ignore
  // A refusal may follow a deletion that was carried out: the answer that reported success was falsified.
  if (areDeleted) rows.splice(0, Infinity, ...rows.filter(({ id }) => !deletedIds.includes(id)));
  return deletedFrom.nextFault();
};
const idsAt = (...indexes: number[]) => indexes.map((index) => deletedFrom.rows.at(index)!.id);

const deleteSeveral: Action = {
  name: 'deleting several records',
  prepare: () => chooseDeleted(() => idsAt(0, 1, -1)),
  run: async () =>
    outcomeOf(
      await got(ada, 'DELETE', `/api/records/?${schema}&${deletedIds.map((id) => `id=${id}`).join('&')}`),
    ),
  check: allOrNothing,
  checkAll: deletedFrom.fault,
  calls: ['GET /api/schemas/:id/', 'GET /api/manifests/:schema/', 'POST /api/manifests/:schema/'],
  maxLies: 1,
};
const deleteFromTwoUploads: Action = {
  name: 'deleting records of two uploads without naming their schema',
  prepare: () => chooseDeleted(() => idsAt(0, -1)),
  run: async () =>
    outcomeOf(await got(ada, 'DELETE', `/api/records/?${deletedIds.map((id) => `id=${id}`).join('&')}`)),
  check: allOrNothing,
  checkAll: deletedFrom.fault,
  calls: ['GET /api/records/:id/'],
  maxLies: 1,
};
const deleteUpload: Action = {
  name: 'deleting an upload',
  prepare: () =>
    chooseDeleted(() => {
      const last = uploadOf(idsAt(-1)[0]!);
      return deletedFrom.rows.map(({ id }) => id).filter((id) => uploadOf(id) === last);
    }),
  run: async () => outcomeOf(await got(ada, 'DELETE', `/api/uploads/${uploadOf(deletedIds[0]!)}/?${schema}`)),
  check: allOrNothing,
  checkAll: deletedFrom.fault,
  calls: ['POST /api/manifests/:schema/'],
  maxLies: 1,
};
const deleteUploadAgain: Action = {
  name: 'deleting an upload again',
  prepare: () => deletedFrom.blockCompaction(),
  run: async () => outcomeOf(await got(ada, 'DELETE', `/api/uploads/${uploadOf(deletedId)}/?${schema}`)),
  check: deletedFrom.nextFault,
  checkAll: deletedFrom.fault,
  calls: ['GET /api/uploads/:id/'],
  maxLies: 1,
};
const [deletedId] = idsAt(0) as [string];
await ada.send('DELETE', `/api/uploads/${uploadOf(deletedId)}/?${schema}`);
deletedFrom.rows.splice(0, 6);

const refusal = { status: 403, text: '{"detail":"Not now."}' };
const publicationOf = (id: string) => `POST /api/manifests/${id}/`;
let jobId = '';
const refusedUpload: Action = {
  name: 'taking back an upload that was refused',
  prepare: () => maintained.blockCompaction(),
  async run() {
    liar.withhold(publicationOf(maintained.schema.id), refusal);
    const before = liar.requests.length;
    jobId = await ada.accepted(maintained.schema.id, '[{"name":"Newcomer"}]', 'application/json');
    const { status, refusal: why } = await jobOf(ada, jobId);
    const isTakenBack = () => liar.requests.slice(before).some(({ method }) => method === 'DELETE');
    while (!isTakenBack()) await new Promise((resolve) => setTimeout(resolve, 5));
    return { status: 200, refusal: null, seen: { status, why } };
  },
  async check() {
    await jobOf(ada, jobId, true);
    return maintained.nextFault();
  },
  checkAll: maintained.fault,
  calls: ['DELETE /api/segments/:id/'],
};

const merging: Action = {
  name: 'merging',
  async prepare() {
    await maintained.blockCompaction();
    await maintained.makeMergeable();
  },
  run: () => maintained.merge(maintained.lied),
  check: maintained.nextFault,
  checkAll: maintained.fault,
  // A later search starts a postponed compaction again.
  marks: (seen) => !(seen as { merged: boolean }).merged,
  // prettier-ignore
  calls: ['POST /api/manifests/:schema/lease/', 'DELETE /api/manifests/:schema/lease/', 'POST /api/segments/read/', 'POST /api/blocks/read/'],
  maxLies: 1,
};
const refusedMerge: Action = {
  name: 'taking back a merge that was refused',
  prepare: merging.prepare!,
  async run() {
    liar.withhold(publicationOf(maintained.schema.id), refusal);
    const { status, refusal: seen } = await maintained.merge(maintained.lied);
    return { status, refusal: null, seen };
  },
  check: maintained.nextFault,
  checkAll: maintained.fault,
  calls: ['DELETE /api/segments/:id/'],
};
const rebuilding: Action = {
  name: 'rebuilding an index',
  prepare: () => maintained.blockCompaction(),
  run: () => maintained.rebuild(maintained.lied),
  marks: (seen) => {
    const { rebuilt, unreadable } = seen as { rebuilt: boolean; unreadable?: number };
    return !rebuilt || (unreadable ?? 0) > 0;
  },
  async check() {
    // If values were lost, searches by values report it until the records have been read again.
    const { status } = await got(ada, 'POST', '/api/records/search/', { schema: maintained.schema.id, filters: [{ label: 'city', value: 'Rome' }] }); // prettier-ignore
    const fault = await maintained.fault();
    if (status === 200 || fault === null) return fault;
    await maintained.rebuild(maintained.honest);
    return maintained.fault();
  },
  calls: ['POST /api/groups/read/', 'PUT /api/segments/:id/'],
  maxLies: 1,
};
const resealing: Action = {
  name: 'resealing a group',
  async prepare() {
    await maintained.blockCompaction();
    await maintained.markStale();
  },
  run: () => maintained.resealGroups(maintained.lied),
  // The service continues to list a group that is still stale.
  marks: (seen) => (seen as { stale: number }).stale > 0,
  check: () => maintained.valuesFault(),
  calls: ['GET /api/groups/stale/', 'POST /api/groups/read/', 'PUT /api/groups/'],
};

const readingParts: Action = {
  name: 'reading a manifest with many segments',
  run: () => manySegments.readList(manySegments.lied),
  check: manySegments.nextFault,
  checkAll: manySegments.fault,
  calls: ['GET /api/manifests/:schema/', 'POST /api/manifests/:schema/parts/read/'],
};

// prettier-ignore
const actions = [deleteSeveral, deleteFromTwoUploads, deleteUpload, deleteUploadAgain, refusedUpload, merging, refusedMerge, resealing, rebuilding, readingParts];

testLies({ liar, pool, actions, unsignedFields: [], covers: coveredCalls.removing, minLies: 150 });
