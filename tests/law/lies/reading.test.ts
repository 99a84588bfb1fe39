/** Reads through the proxy while the service lies about any field of any answer. */
import { eq } from 'drizzle-orm';
import { afterAll, vi } from 'vitest';
import { schemas } from '@cloakroom/service/db/schema.ts';
import type { Action } from './action.ts';
import { coveredCalls } from './coverage.ts';
import { testLies } from './suite.ts';
import { got, outcomeOf, startWorld } from './world.ts';
import { unsignedReadingFields } from './unsignedFields.ts';

vi.useFakeTimers({ toFake: ['Date'] });
const world = await startWorld();
const { ada, liar, pool, widen } = world;
afterAll(() => world.close());

const schema = await world.patients('Patients');
await world.patients('Others');
const [bea, rita, hedy] = [await world.member(), await world.member(), await world.member()];
{
  for (const device of [bea, hedy]) await ada.admit(schema, 'owners', device.who);
  await ada.admit(schema, 'requesters', rita.who);
  await widen(schema, ['__query', 'name', 'age']);
  await ada.compareAndFulfilAll();
  for (const device of [bea, rita]) await device.compareAndReceiveAll();
}
for (const [at, name] of ['Adults', 'Romans'].entries())
  await got(ada, 'PUT', `/api/schemas/${schema.id}/views/${'23'[at]!.repeat(22)}/`, {
    version: 1,
    view: { name, filters: [{ label: 'age', value: '>17' }] },
  });
const emmy = await world.member();
await ada.admit(schema, 'requesters', emmy.who);

/** Changes the schema, so that searches read it and its manifest again. */
let changes = 0;
const change = () =>
  world.service.database
    .update(schemas)
    .set({ description: `Change ${(changes += 1)}` })
    .where(eq(schemas.id, schema.id));

const records =
  (by = ada) =>
  async () => {
    const found = await got(by, 'POST', '/api/records/search/', {
      schema: schema.id,
      filters: [
        { label: 'city', value: 'Rome' },
        { label: 'age', value: '>30' },
      ],
      order_by: 'age',
      limit: 4,
    });
    const total = { total: found.headers.get('x-total-count') };
    if (found.status >= 400) return outcomeOf(found);
    const sealed = found.body as { data: unknown }[];
    const opened = await got(by, 'POST', '/api/records/decrypt/', sealed);
    return outcomeOf(opened, ({ body }) => ({
      ...total,
      opened: body,
      sealed: sealed.map(({ data: _, ...record }) => record),
    }));
  };
const search = (filters: object[]) => async () =>
  outcomeOf(
    await got(ada, 'POST', '/api/records/search/', { schema: schema.id, filters }),
    ({ body, headers }) => ({ total: headers.get('x-total-count'), body }),
  );
const read =
  (path: string, by = ada) =>
  async () =>
    outcomeOf(await got(by, 'GET', path));

const count = async () => {
  const found = await got(ada, 'POST', '/api/records/search/', { schema: schema.id, filters: [{ label: 'age', value: '<50' }], limit: 1 }); // prettier-ignore
  if (found.status >= 400) return outcomeOf(found);
  const named = found.headers.get('x-query') ?? '';
  return outcomeOf(await got(ada, 'GET', `/api/records/?${named}&count_only=true`));
};
/** An interrupted export counts as refused. */
const exportRecords = async () => {
  const filters = [{ label: 'city', value: 'Rome' }];
  const answer = await ada.send('POST', '/api/records/export/', { schema: schema.id, filters });
  const { status, headers } = answer;
  const text = await answer.text().catch(() => null);
  if (text === null) return { status: 503, refusal: 'It was cut.', seen: null };
  const isRefused = status >= 400;
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
  return outcomeOf({ status, headers, body: isRefused ? lines[0] : lines }, ({ body }) => ({
    total: headers.get('x-total-count'),
    lines: body,
  }));
};
const sealed = await ada.search({ schema: schema.id, filters: [{ label: 'city', value: 'Oslo' }] });
const decryptedIn = (seen: unknown) => seen as { damaged?: string[]; withheld?: string[] }[];
const decryptPartially = async () =>
  outcomeOf(await got(rita, 'POST', '/api/records/decrypt/?partial=true', sealed.records.slice(0, 2)));
const {
  records: [one],
} = sealed;
const uploads = (await got(ada, 'GET', `/api/uploads/?schema=${schema.id}`)).body as { id: string }[];

/** The names of required fields are a set: their order has no meaning. */
const requiredAsSet = (seen: unknown) => {
  const shown = seen as { schema?: { required?: string[] } } | null;
  if (!shown?.schema?.required) return seen;
  return { ...shown, schema: { ...shown.schema, required: [...new Set(shown.schema.required)].sort() } };
};
/** The service may list uploads in any order. */
const byId = (seen: unknown) =>
  Array.isArray(seen)
    ? (seen as { id: string }[]).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    : seen;

/** Whether the answer marks the log, or what the service shows in addition to it, as unconfirmed. */
const isMarkedAccess: Action['marks'] = (seen, paths) =>
  ['refused', 'unconfirmed'].includes((seen as { state: string }).state) ||
  paths.every((path) => path.startsWith('unconfirmed'));

const actions: Action[] = [
  { name: 'searching and decrypting', prepare: change, run: records(), maxLies: 60 },
  { name: 'a sum', prepare: change, run: search([{ label: 'dose', value: 'sum()' }]), maxLies: 60 },
  { name: 'counting', run: count, maxLies: 40 },
  {
    name: 'exporting',
    prepare: change,
    run: exportRecords,
    marks: (seen) =>
      decryptedIn((seen as { lines: unknown }).lines).every(({ withheld }) => withheld !== undefined),
    maxLies: 40,
  },
  {
    name: 'reading the definition',
    run: async () => outcomeOf(await got(ada, 'POST', '/api/schemas/decrypt/', { id: schema.id })),
    normalized: requiredAsSet,
    maxLies: 60,
  },
  {
    name: 'opening a schema',
    run: read(`/api/schemas/${schema.id}/`),
    normalized: requiredAsSet,
    maxLies: 60,
  },
  {
    name: 'looking at who may have keys',
    run: read(`/api/schemas/${schema.id}/access/`),
    marks: isMarkedAccess,
    maxLies: 80,
  },
  {
    name: 'a member looking at who may have keys',
    run: read(`/api/schemas/${schema.id}/access/`, bea),
    marks: isMarkedAccess,
    maxLies: 40,
  },
  {
    name: 'looking at requests',
    run: read('/api/requests/statuses/'),
    marks: (seen) =>
      (seen as { device: string; access: string }[]).some(
        ({ device, access }) => ['unusable', 'changed', 'new'].includes(device) || access !== 'signed',
      ),
    maxLies: 80,
  },
  {
    name: 'listing uploads',
    run: read(`/api/uploads/?schema=${schema.id}`),
    normalized: byId,
    maxLies: 40,
  },
  {
    name: 'looking at an upload',
    run: read(`/api/uploads/${uploads[0]!.id}/?schema=${schema.id}`),
    maxLies: 40,
  },
  {
    name: 'asking whether older content is there',
    run: read(`/api/schemas/${schema.id}/restored/`),
    maxLies: 40,
  },
  {
    name: 'asking whether a record can be decrypted',
    run: async () => outcomeOf(await got(ada, 'POST', '/api/records/can-decrypt/', one)),
    marks: (seen) => !(seen as { can_decrypt: boolean }).can_decrypt,
    maxLies: 40,
  },
  {
    name: 'a requester decrypting',
    run: decryptPartially,
    marks: (seen) =>
      decryptedIn(seen).every(({ damaged, withheld }) => damaged !== undefined || withheld !== undefined),
    maxLies: 40,
  },
  {
    name: 'listing saved views',
    run: read(`/api/schemas/${schema.id}/views/`),
    marks: (seen) => (seen as { view: unknown }[]).some(({ view }) => view === null),
    maxLies: 40,
  },
  { name: 'the status', run: read('/api/status/') },
  {
    name: 'the keyring',
    run: read('/api/keyring/'),
    marks: (seen) => (seen as { state: string }).state !== 'open',
    maxLies: 60,
  },
];

testLies({
  liar,
  pool,
  actions,
  unsignedFields: unsignedReadingFields,
  covers: coveredCalls.reading,
  minLies: 1000,
});
