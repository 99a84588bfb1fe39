/** Creates and changes schemas, stores and deletes records, while the service lies about any field of any answer. */
import { afterAll, vi } from 'vitest';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { AccessEntry } from '@cloakroom/contract/accessLog.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { accessLog } from '@cloakroom/service/db/schema.ts';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';
import type { Action } from './action.ts';
import { coveredCalls } from './coverage.ts';
import { testLies } from './suite.ts';
import { unsignedStoringFields } from './unsignedFields.ts';
import { got, jobOf, outcomeOf, rowOf, startWorld } from './world.ts';

vi.useFakeTimers({ toFake: ['Date'] });
const world = await startWorld();
const { ada, liar, pool } = world;
afterAll(() => world.close());

const stored = await world.patients('Stored');
await world.patients('Others');
const bea = await world.member();
await ada.admit(stored, 'owners', bea.who);

/** All names that a search finds in a schema, in upload order. */
async function names(): Promise<string[]> {
  const found: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const { records, total } = await ada.search({ schema: stored.id, limit: 100, offset });
    found.push(...(await ada.decrypt(records)).map(({ data }) => String(data.name)));
    if (found.length >= total) return found;
  }
}
let expected = await names();
let uploads = 0;

let jobId = '';
const uploading: Action = {
  prepare: async () => void (jobId = ''),
  name: 'uploading records',
  async run() {
    const rows = JSON.stringify([{ ...rowOf(5), name: `Upload ${(uploads += 1)}` }]);
    const sent = await ada.upload(stored.id, rows, 'application/json');
    const text = await sent.text();
    if (!sent.ok)
      return outcomeOf({ status: sent.status, headers: sent.headers, body: JSON.parse(text) as unknown });
    jobId = (JSON.parse(text) as { job_id: string }).job_id;
    return jobOf(ada, jobId);
  },
  async check() {
    const end = jobId === '' ? null : await jobOf(ada, jobId, true);
    const now = await names();
    const withUpload = [...expected, `Upload ${uploads}`];
    const [isStored, isUnchanged] = [now.join() === withUpload.join(), now.join() === expected.join()];
    if (end?.seen === 'complete' && !isStored)
      return `the record is not among the ${now.length} that a search finds, though the job is complete`;
    expected = now;
    if (!isStored && !isUnchanged)
      return `a search finds ${now.length} records instead of the earlier ones or one more`;
    return null;
  },
  maxLies: 1,
  calls: ['GET /api/manifests/:schema/', 'POST /api/manifests/:schema/', 'PUT /api/segments/:id/'],
};
let first = '';
const deleting: Action = {
  name: 'deleting a record',
  async prepare() {
    const { records } = await ada.search({ schema: stored.id, limit: 1 });
    first = records[0]!.id;
  },
  run: async () => outcomeOf(await got(ada, 'DELETE', `/api/records/${first}/`)),
  async check({ refusal }) {
    const now = await names();
    const [isDeleted, isUnchanged] = [
      now.join() === expected.slice(1).join(),
      now.join() === expected.join(),
    ];
    if (refusal === null && !isDeleted)
      return 'the record is still found, though the answer says that it was deleted';
    expected = now;
    if (!isDeleted && !isUnchanged)
      return `a search finds ${now.length} records instead of the earlier ones or one fewer`;
    return null;
  },
  maxLies: 1,
  calls: ['GET /api/records/:id/', 'POST /api/manifests/:schema/'],
};

let changed = '';
let changes = 0;
/** Replaces a record, which is then the last one that a search finds. */
const changingRecord: Action = {
  name: 'changing a record',
  async prepare() {
    const { records } = await ada.search({ schema: stored.id, limit: 1 });
    changed = records[0]!.id;
  },
  run: async () =>
    outcomeOf(
      await got(ada, 'PATCH', `/api/records/${changed}/`, { data: { name: `Change ${(changes += 1)}` } }),
      () => 'changed',
    ),
  async check({ refusal }) {
    const now = await names();
    const isChanged = now.join() === [...expected.slice(1), `Change ${changes}`].join();
    const isSame = now.join() === expected.join();
    if (refusal === null && !isChanged)
      return 'the record has its earlier values, though the answer says that it was changed';
    expected = now;
    if (!isChanged && !isSame)
      return `a search finds ${now.length} records instead of the earlier ones or one with other values`;
    return null;
  },
  maxLies: 1,
  calls: ['GET /api/records/:id/', 'POST /api/groups/read/', 'POST /api/manifests/:schema/'],
};

const ingested = await world.patients('Ingested');
/** Stores a record, and decrypts the sealed record that the service returns. */
const ingesting: Action = {
  name: 'ingesting a record',
  async run() {
    const stored = await got(ada, 'POST', '/api/records/ingest/', [{ schema: ingested.id, data: rowOf(5) }]);
    if (stored.status >= 400) return outcomeOf(stored);
    const shown = stored.body as SealedRecord[];
    return outcomeOf(await got(ada, 'POST', '/api/records/decrypt/', shown), ({ body }) => ({
      opened: (body as { data: unknown }[]).map(({ data }) => data),
      // Each run stores another record.
      sealed: shown.map(({ data: _, id: __, url: ___, created, ...record }) => ({
        ...record,
        created: typeof created,
      })),
    }));
  },
  calls: ['POST /api/records/read/'],
};

const definition = (maximum: number) =>
  JsonSchema.parse({
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum } },
    required: ['name'],
  });
const dataset = (await got(ada, 'POST', '/api/datasets/', { name: 'Made', organization: world.organization }))
  .body as { url: string };
let schemaCount = 0;
/** Reports a person other than Ada and Bea for whom an access log was begun. */
async function accessLogFault(): Promise<string | null> {
  const rows = await world.service.database.select().from(accessLog);
  const known = new Set([ada.who.user.id, bea.who.user.id]);
  for (const { body } of rows) {
    const { change } = AccessEntry.parse(JSON.parse(body));
    if (change.type !== 'begin') continue;
    const people = change.teams.flatMap(({ members }) => members).filter((user) => !known.has(user));
    if (people.length > 0) return `an access log was begun for ${people.join()}`;
  }
  return null;
}
const creating: Action = {
  name: 'creating a schema',
  run: async () =>
    outcomeOf(
      await got(ada, 'POST', '/api/schemas/', {
        name: `Made ${(schemaCount += 1)}`,
        dataset: dataset.url,
        schema: definition(100),
      }),
    ),
  normalized: (seen) => {
    if (seen === null) return null;
    const { id, url, name, slug, key_checks, created, ...rest } = (seen ?? {}) as Record<string, unknown>;
    return {
      ...rest,
      ids: [id, url, name, slug, created].every((one) => typeof one === 'string'),
      checks: typeof key_checks,
    };
  },
  check: accessLogFault,
  maxLies: 1,
  calls: [
    'POST /api/schemas/',
    'PUT /api/schemas/:id/key-checks/',
    'GET /api/schemas/:id/teams/',
    'GET /api/schemas/:id/grants/',
  ],
};

const empty = await ada.schema(world.organization, definition(100), 'Empty');
await ada.uploaded(empty.id, JSON.stringify([{ name: 'Ada', age: 36 }]), 'application/json');
{
  const { records } = await ada.search({ schema: empty.id });
  await ada.send('DELETE', `/api/records/?schema=${empty.id}&id=${records[0]!.id}`);
}
let maximum = 100;
const changing: Action = {
  name: 'changing a definition',
  run: async () =>
    outcomeOf(await got(ada, 'PATCH', `/api/schemas/${empty.id}/`, { schema: definition((maximum += 1)) })),
  normalized: (seen) => {
    if (seen === null) return null;
    const { schema, ...rest } = (seen ?? {}) as { schema?: JsonSchema };
    const age = schema?.properties.age as { maximum?: number } | undefined;
    return {
      ...rest,
      isNew: age?.maximum === maximum,
      schema: JSON.stringify(schema).replace(String(maximum), ''),
    };
  },
  async check() {
    const { status, body } = await got(ada, 'POST', '/api/schemas/decrypt/', { id: empty.id });
    return status === 200 ? null : JSON.stringify(body);
  },
  maxLies: 1,
};

const extended = await ada.schema(world.organization, definition(100), 'Extended');
await ada.uploaded(extended.id, JSON.stringify([{ name: 'Ada', age: 36 }]), 'application/json');
let extensions = 0;
const addedFields = () =>
  Object.fromEntries(
    Array.from({ length: extensions }, (_, index) => [`added ${index}`, { type: 'string' }]),
  );
/** Each run adds another field, and renews the keys. */
const addingField: Action = {
  name: 'adding a field',
  prepare: async () => void (extensions += 1),
  run: async () => {
    const { properties, ...rest } = definition(100);
    const schema = { ...rest, properties: { ...properties, ...addedFields() } };
    return outcomeOf(await got(ada, 'PATCH', `/api/schemas/${extended.id}/`, { schema }));
  },
  normalized: (seen) => {
    if (seen === null) return null;
    const { schema, generation, key_checks, earlier_key_checks, ...rest } = (seen ?? {}) as Partial<Schema>;
    return {
      ...rest,
      isNew: Object.keys(schema?.properties ?? {}).length === 2 + extensions,
      generation: typeof generation,
      key_checks: typeof key_checks,
      earlier_key_checks: typeof earlier_key_checks,
    };
  },
  async check() {
    const { records } = await ada.search({ schema: extended.id });
    const opened = await ada.decrypt(records);
    const data = JSON.stringify(opened.map((one) => one.data));
    return data === '[{"age":36,"name":"Ada"}]' ? null : `the record is opened as ${data}`;
  },
  maxLies: 1,
  calls: ['PUT /api/schemas/:id/key-checks/', 'GET /api/manifests/:schema/', 'GET /api/schemas/:id/'],
};

let views = 0;
const savingView: Action = {
  name: 'saving a view',
  run: async () => {
    const id = encodeShortId(Buffer.alloc(16, (views += 1)));
    const view = { name: 'Adults', filters: [{ label: 'age', value: '>17' }] };
    return outcomeOf(await got(ada, 'PUT', `/api/schemas/${stored.id}/views/${id}/`, { version: 1, view }));
  },
  normalized: (seen) => seen && { ...seen, id: typeof (seen as { id?: unknown }).id },
  calls: ['PUT /api/schemas/:id/sealed-views/:viewId/'],
};

const actions = [uploading, deleting, changingRecord, ingesting, creating, changing, addingField, savingView];

testLies({
  liar,
  pool,
  actions,
  unsignedFields: unsignedStoringFields,
  covers: coveredCalls.storing,
  minLies: 200,
});
