/** Removes, merges and rebuilds records, uploads and segments while the service lies about any field of any answer. */
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

/** A schema of its own for each kind of work. */
const homeOf = async (records: number, uploads: number) => {
  const home = await makeLiedHome(world);
  await home.upload(records, uploads);
  await home.blockCompaction();
  return home;
};
const shrinking = await homeOf(6, 30);
const tended = await homeOf(5, 2);
/** Its list of segments is so long that it is in parts. */
const long = await homeOf(1, 40);
await world.patients('Others');
afterAll(async () => {
  await shrinking.close();
  await tended.close();
  await long.close();
  await world.close();
});

const emptied = (answer: { status: number; body: unknown; headers: Headers }) => outcomeOf(answer);
const uploadOf = (id: string) => Buffer.from(readRecordId(id).upload).toString('hex');
const schema = `schema=${shrinking.schema.id}`;

/** The records that a run removes, and a check of what is found afterwards. */
let going: string[] = [];
const pick = async (choose: () => string[]) => {
  await shrinking.blockCompaction();
  if (shrinking.rows.length < 40) await shrinking.upload(6, 10);
  going = choose();
};
const allOrNothing = async ({ refusal }: Outcome): Promise<string | null> => {
  const { total } = await shrinking.ada.search({ schema: shrinking.schema.id, limit: 1 });
  const { rows } = shrinking;
  const areGone = total === rows.length - going.length;
  if (refusal === null && !areGone) return `${total} records are found, though the answer says that some were deleted`; // prettier-ignore
  // A refusal may follow a deletion that was carried out: the answer that reported success was falsified.
  if (areGone) rows.splice(0, Infinity, ...rows.filter(({ id }) => !going.includes(id)));
  return shrinking.nextFault();
};
const ids = (...places: number[]) => places.map((place) => shrinking.rows.at(place)!.id);

const several: Action = {
  name: 'deleting several records',
  prepare: () => pick(() => ids(0, 1, -1)),
  run: async () =>
    emptied(await got(ada, 'DELETE', `/api/records/?${schema}&${going.map((id) => `id=${id}`).join('&')}`)),
  check: allOrNothing,
  checkAll: shrinking.fault,
  calls: ['GET /api/schemas/:id/', 'GET /api/manifests/:schema/', 'POST /api/manifests/:schema/'],
  maxLies: 1,
};
const ofUploads: Action = {
  name: 'deleting records of two uploads without naming their schema',
  prepare: () => pick(() => ids(0, -1)),
  run: async () =>
    emptied(await got(ada, 'DELETE', `/api/records/?${going.map((id) => `id=${id}`).join('&')}`)),
  check: allOrNothing,
  checkAll: shrinking.fault,
  calls: ['GET /api/records/:id/'],
  maxLies: 1,
};
const upload: Action = {
  name: 'deleting an upload',
  prepare: () =>
    pick(() => {
      const last = uploadOf(ids(-1)[0]!);
      return shrinking.rows.map(({ id }) => id).filter((id) => uploadOf(id) === last);
    }),
  run: async () => emptied(await got(ada, 'DELETE', `/api/uploads/${uploadOf(going[0]!)}/?${schema}`)),
  check: allOrNothing,
  checkAll: shrinking.fault,
  calls: ['POST /api/manifests/:schema/'],
  maxLies: 1,
};
const uploadAgain: Action = {
  name: 'deleting an upload again',
  prepare: () => shrinking.blockCompaction(),
  run: async () => emptied(await got(ada, 'DELETE', `/api/uploads/${uploadOf(gone)}/?${schema}`)),
  check: shrinking.nextFault,
  checkAll: shrinking.fault,
  calls: ['GET /api/uploads/:id/'],
  maxLies: 1,
};
const [gone] = ids(0) as [string];
await ada.send('DELETE', `/api/uploads/${uploadOf(gone)}/?${schema}`);
shrinking.rows.splice(0, 6);

const refusal = { status: 403, text: '{"detail":"Not now."}' };
const publishing = (id: string) => `POST /api/manifests/${id}/`;
let jobId = '';
const refusedUpload: Action = {
  name: 'taking back an upload that was refused',
  prepare: () => tended.blockCompaction(),
  async run() {
    liar.withhold(publishing(tended.schema.id), refusal);
    const before = liar.requests.length;
    jobId = await ada.accepted(tended.schema.id, '[{"name":"Nobody"}]', 'application/json');
    const { status, refusal: why } = await jobOf(ada, jobId);
    const isTakenBack = () => liar.requests.slice(before).some(({ method }) => method === 'DELETE');
    while (!isTakenBack()) await new Promise((resolve) => setTimeout(resolve, 5));
    return { status: 200, refusal: null, seen: { status, why } };
  },
  async check() {
    await jobOf(ada, jobId, true);
    return tended.nextFault();
  },
  checkAll: tended.fault,
  calls: ['DELETE /api/segments/:id/'],
};

const merging: Action = {
  name: 'merging',
  async prepare() {
    await tended.blockCompaction();
    await tended.makeMergeable();
  },
  run: () => tended.merge(tended.lied),
  check: tended.nextFault,
  checkAll: tended.fault,
  // A merge that was postponed is begun again by a later search.
  marks: (seen) => !(seen as { merged: boolean }).merged,
  // prettier-ignore
  calls: ['POST /api/manifests/:schema/lease/', 'DELETE /api/manifests/:schema/lease/', 'POST /api/segments/read/', 'POST /api/blocks/read/'],
  maxLies: 1,
};
const overtaken: Action = {
  name: 'taking back a merge that was refused',
  prepare: merging.prepare!,
  async run() {
    liar.withhold(publishing(tended.schema.id), refusal);
    const { status, refusal: seen } = await tended.merge(tended.lied);
    return { status, refusal: null, seen };
  },
  check: tended.nextFault,
  checkAll: tended.fault,
  calls: ['DELETE /api/segments/:id/'],
};
const rebuilding: Action = {
  name: 'rebuilding an index',
  prepare: () => tended.blockCompaction(),
  run: () => tended.rebuild(tended.lied),
  marks: (seen) => {
    const { rebuilt, unreadable } = seen as { rebuilt: boolean; unreadable?: number };
    return !rebuilt || (unreadable ?? 0) > 0;
  },
  async check() {
    // Where values were lost, searches by values report it until the records have been read once more.
    const { status } = await got(ada, 'POST', '/api/records/search/', { schema: tended.schema.id, filters: [{ label: 'city', value: 'Rome' }] }); // prettier-ignore
    const fault = await tended.fault();
    if (status === 200 || fault === null) return fault;
    await tended.rebuild(tended.honest);
    return tended.fault();
  },
  calls: ['POST /api/groups/read/', 'PUT /api/segments/:id/'],
  maxLies: 1,
};
const resealing: Action = {
  name: 'sealing a group anew',
  async prepare() {
    await tended.blockCompaction();
    await tended.markStale();
  },
  run: () => tended.resealGroups(tended.lied),
  // The service lists a group that is still stale again.
  marks: (seen) => (seen as { stale: number }).stale > 0,
  check: () => tended.valuesFault(),
  calls: ['GET /api/groups/stale/', 'POST /api/groups/read/', 'PUT /api/groups/'],
};

const readingParts: Action = {
  name: 'reading a long list of segments',
  run: () => long.readList(long.lied),
  check: long.nextFault,
  checkAll: long.fault,
  calls: ['GET /api/manifests/:schema/', 'POST /api/manifests/:schema/parts/read/'],
};

// prettier-ignore
const actions = [several, ofUploads, upload, uploadAgain, refusedUpload, merging, overtaken, resealing, rebuilding, readingParts];

testLies({ liar, pool, actions, unsignedFields: [], covers: coveredCalls.removing, minLies: 150 });
