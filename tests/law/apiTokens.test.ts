/**
 * Every call of the contract with API tokens, through a proxy: "A token that may read one dataset tries all other calls: 0
 * succeed." The token's owner could make each of these calls.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { tokenAt } from '#tests/proxy/support/apiTokens.ts';
import type { Actor } from '#tests/proxy/support/proxy.ts';

const world = await startProxyStack();
const { service, proxy, owner, ada } = world;
const definition = { type: 'object', properties: { name: { type: 'string' } } } as const;

/** A schema with records, in a dataset of its own. */
type Target = {
  schema: Schema;
  dataset: { id: string; slug: string };
  records: SealedRecord[];
  upload: string;
  manifest: Manifest;
  handle: string;
};

async function makeTarget(): Promise<Target> {
  const schema = await world.schemaOf(definition);
  const job = await ada.uploaded(
    schema.id,
    '[{"name":"Ada"},{"name":"Bob"},{"name":"Eve"}]',
    'application/json',
  );
  const { records, named } = await ada.search({ schema: schema.id });
  const get = async (path: string): Promise<unknown> => (await ada.send('GET', path)).json();
  return {
    schema,
    dataset: (await get(schema.dataset)) as Target['dataset'],
    records,
    upload: job.upload!,
    manifest: (await get(`/api/manifests/${schema.id}/`)) as Manifest,
    handle: named,
  };
}

type CallRequest = [method: string, path: string, body?: unknown];
const organization = owner.organization;
const holder = '0'.repeat(32);
const openCalls = api.filter(({ call }) => call.tokenVerbs !== undefined);
const closedCalls = api.filter(({ call }) => call.access === 'user' && call.tokenVerbs === undefined);

/** Each call that some token may make; those that change something last. */
const requests: Record<string, (target: Target) => CallRequest> = {
  getSelf: () => ['GET', '/api/users/self/'],
  listOrganizations: () => ['GET', '/api/organizations/'],
  getOrganization: () => ['GET', `/api/organizations/${organization.id}/`],
  getOrganizationBySlug: () => ['GET', `/api/organizations/by-slug/${organization.slug}/`],
  listDatasets: () => ['GET', '/api/datasets/'],
  getDataset: ({ dataset }) => ['GET', `/api/datasets/${dataset.id}/`],
  getDatasetBySlug: ({ dataset }) => [
    'GET',
    `/api/organizations/${organization.id}/dataset/${dataset.slug}/`,
  ],
  listSchemas: () => ['GET', '/api/schemas/'],
  getSchema: ({ schema }) => ['GET', schema.url],
  getSchemaBySlug: ({ schema, dataset }) => ['GET', `/api/datasets/${dataset.id}/schema/${schema.slug}/`],
  decryptSchema: ({ schema }) => ['POST', '/api/schemas/decrypt/', { id: schema.id }],
  listRecords: ({ schema }) => ['GET', `/api/records/?schema=${schema.id}`],
  'listRecords by handle': ({ handle }) => ['GET', `/api/records/?${handle}`],
  getRecord: ({ records }) => ['GET', `/api/records/${records[0]!.id}/`],
  searchRecords: ({ schema }) => ['POST', '/api/records/search/', { schema: schema.id }],
  'searchRecords with a filter': ({ schema }) => [
    'POST',
    '/api/records/search/',
    { schema: schema.id, filters: [{ label: 'name', value: 'Ada' }] },
  ],
  decryptRecords: ({ records }) => ['POST', '/api/records/decrypt/', records],
  canDecrypt: ({ records }) => ['POST', '/api/records/can-decrypt/', records[0]],
  getManifest: ({ schema }) => ['GET', `/api/manifests/${schema.id}/`],
  readManifestParts: ({ schema }) => [
    'POST',
    `/api/manifests/${schema.id}/parts/read/`,
    { parts: ['0'.repeat(64)] },
  ],
  readSegments: ({ schema, manifest }) => [
    'POST',
    '/api/segments/read/',
    { schema: schema.id, segments: [manifest.segments[0]!.id] },
  ],
  readBlocks: ({ schema, manifest }) => [
    'POST',
    '/api/blocks/read/',
    { schema: schema.id, segments: [{ id: manifest.segments[0]!.id, labels: '' }] },
  ],
  readRecords: ({ schema, upload }) => [
    'POST',
    '/api/records/read/',
    { schema: schema.id, records: [[upload, 0]] },
  ],
  readGroups: ({ schema, upload }) => [
    'POST',
    '/api/groups/read/',
    { schema: schema.id, groups: [[upload, 0]] },
  ],
  listUploads: ({ schema }) => ['GET', `/api/uploads/?schema=${schema.id}`],
  getUpload: ({ schema, upload }) => ['GET', `/api/uploads/${upload}/?schema=${schema.id}`],
  listStaleGroups: ({ schema }) => ['GET', `/api/groups/stale/?schema=${schema.id}`],
  takeLease: ({ schema }) => ['POST', `/api/manifests/${schema.id}/lease/`, { holder, seconds: 1 }],
  endLease: ({ schema }) => ['DELETE', `/api/manifests/${schema.id}/lease/?holder=${holder}`],
  publishManifest: ({ schema, manifest }) => ['POST', `/api/manifests/${schema.id}/`, manifest],
  putSegment: ({ schema }) => ['PUT', `/api/segments/${'0'.repeat(32)}/?schema=${schema.id}`, {}],
  deleteSegment: ({ schema }) => ['DELETE', `/api/segments/${'0'.repeat(32)}/?schema=${schema.id}`],
  replaceGroup: ({ schema, upload }) => [
    'PUT',
    `/api/groups/?schema=${schema.id}&upload=${upload}&number=0&version=1&replaces=${'0'.repeat(64)}`,
    {},
  ],
  uploadJob: ({ schema }) => ['POST', `/api/jobs/upload/?schema=${schema.id}`, [{ name: 'Tom' }]],
  ingestRecords: ({ schema }) => [
    'POST',
    '/api/records/ingest/',
    [{ schema: schema.id, data: { name: 'Tim' } }],
  ],
  createRecords: ({ schema }) => ['POST', '/api/records/', { schema: schema.id, data: { name: 'Tina' } }],
  replaceRecord: ({ records }) => ['PUT', `/api/records/${records[0]!.id}/`, { data: { name: 'Tess' } }],
  updateRecord: ({ records }) => ['PATCH', `/api/records/${records[0]!.id}/`, { data: { name: 'Tara' } }],
  exportRecords: ({ schema }) => ['POST', '/api/records/export/', { schema: schema.id }],
  noteExport: ({ schema }) => [
    'POST',
    `/api/schemas/${schema.id}/exports/`,
    { records: 1, filtered: false, values: 'encrypted', format: 'csv' },
  ],
  listJobs: ({ schema }) => ['GET', `/api/jobs/?schema=${schema.id}`],
  getJob: () => ['GET', `/api/jobs/${crypto.randomUUID()}/`],
  cancelJob: () => ['DELETE', `/api/jobs/${crypto.randomUUID()}/`],
  seeJob: () => ['POST', `/api/jobs/${crypto.randomUUID()}/seen/`],
  deleteRecord: ({ records }) => ['DELETE', `/api/records/${records[0]!.id}/`],
  deleteRecords: ({ schema, records }) => [
    'DELETE',
    `/api/records/?schema=${schema.id}&id=${records[1]!.id}`,
  ],
  deleteUpload: ({ schema, upload }) => ['DELETE', `/api/uploads/${upload}/?schema=${schema.id}`],
};
/** Calls that are not about a dataset: they show only what the token reaches in the organization. */
const metadata = new Set(['getSelf', 'listOrganizations', 'getOrganization', 'getOrganizationBySlug', 'listDatasets', 'listSchemas']); // prettier-ignore
/** Calls whose subject does not exist, so that no token succeeds. Calls of jobs are tested with the token's own jobs. */
const withoutSubject = new Set(['readManifestParts', 'putSegment', 'deleteSegment', 'replaceGroup', 'getJob', 'cancelJob', 'seeJob']); // prettier-ignore
const callOf = (name: string) => openCalls.find((one) => one.name === name.split(' ')[0])!.call;
const names = Object.keys(requests);

let [allowed, other]: [Target, Target] = [null!, null!];
let reading: Actor;
let everything: Actor;
beforeAll(async () => {
  allowed = await makeTarget();
  other = await makeTarget();
  const tokenWith = async (verbs: ('read' | 'write' | 'delete')[]) => {
    const token = await tokenAt(service, proxy, owner, { datasets: [allowed.dataset.id], verbs });
    expect(token.uses_keys).toBe(true);
    return token.calls;
  };
  reading = await tokenWith(['read']);
  everything = await tokenWith(['read', 'write', 'delete']);
});
afterAll(() => world.close());

async function answerTo(who: Actor, [method, path, body]: CallRequest, name = '') {
  const bytes = name === 'putSegment' || name === 'replaceGroup';
  const answer = await who.send(
    method,
    path,
    body,
    bytes ? { 'content-type': 'application/octet-stream' } : {},
  );
  return { status: answer.status, text: await answer.text() };
}

test('the table has every call that a token may make', () => {
  expect(new Set(names.map((name) => name.split(' ')[0]))).toEqual(
    new Set(openCalls.map(({ name }) => name)),
  );
  expect(closedCalls.length).toBeGreaterThan(70);
});

describe('a token that may read one dataset', () => {
  test.each(names)('in the dataset, %s succeeds only with the verb read', async (name) => {
    const { status, text } = await answerTo(reading, requests[name]!(allowed), name);
    const verbs = callOf(name).tokenVerbs ?? [];
    // A lease also requires a verb that stores.
    const isAllowed = verbs.includes('read') && !name.endsWith('Lease');
    if (withoutSubject.has(name)) expect([403, 404, text]).toContain(status);
    else expect([isAllowed ? (callOf(name).status ?? 200) : 403, text]).toContain(status);
  });

  test.each(names)('in another dataset, %s does not succeed', async (name) => {
    const { status, text } = await answerTo(reading, requests[name]!(other), name);
    const { id } = other.schema;
    if (metadata.has(name)) for (const hidden of [id, other.dataset.id]) expect(text).not.toContain(hidden);
    else expect([callOf(name).tokenVerbs!.includes('read') ? 404 : 403, text]).toContain(status);
  });

  test.each(closedCalls.map(({ name, call }) => [name, call] as const))('%s is closed', async (_, call) => {
    for (const { schema } of [allowed, other]) {
      const path = call.path.replaceAll(/:\w+/g, schema.id);
      const { status, text } = await answerTo(reading, [
        call.method,
        path,
        call.method === 'GET' ? undefined : {},
      ]);
      expect([403, text]).toContain(status);
    }
  });
});

test('the rejected calls have changed nothing', async () => {
  for (const { schema, manifest, records } of [allowed, other]) {
    const now: unknown = await (await ada.send('GET', `/api/manifests/${schema.id}/`)).json();
    expect(now).toEqual(manifest);
    expect((await ada.search({ schema: schema.id })).records.map(({ id }) => id)).toEqual(
      records.map(({ id }) => id),
    );
  }
});

describe('a token of the dataset with every verb', () => {
  test.each(names)('in another dataset, %s does not succeed', async (name) => {
    const { status, text } = await answerTo(everything, requests[name]!(other), name);
    if (metadata.has(name)) expect(text).not.toContain(other.schema.id);
    else if (name === 'listJobs') expect(text).toBe('[]');
    else expect([404, text]).toContain(status);
  });

  // Control: without it, a call could be rejected for another reason than the token.
  test.each(names.filter((name) => !withoutSubject.has(name)))(
    'in the dataset, %s succeeds',
    async (name) => {
      const { status, text } = await answerTo(everything, requests[name]!(allowed), name);
      expect([callOf(name).status ?? 200, text]).toContain(status);
    },
  );

  test.each(closedCalls.map(({ name, call }) => [name, call] as const))('%s is closed', async (_, call) => {
    const path = call.path.replaceAll(/:\w+/g, allowed.schema.id);
    const { status, text } = await answerTo(everything, [
      call.method,
      path,
      call.method === 'GET' ? undefined : {},
    ]);
    expect([403, text]).toContain(status);
  });
});

test('records of the dataset and of another one can’t be decrypted together', async () => {
  const { records } = await ada.search({ schema: allowed.schema.id });
  const both = [...records, ...other.records];
  expect((await answerTo(everything, ['POST', '/api/records/decrypt/', both])).status).toBe(404);
});
