/**
 * Every call of the contract with API tokens: "A token that may read one dataset tries all other calls: 0 succeed." Each call
 * is one that the token's owner could make, so that only the token's restrictions can refuse it.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import { TokenVerb } from '@cloakroom/contract/tokenVerbs.ts';
import { actors, type ActorName } from '../../matrix/actors.ts';
import { send } from '../../matrix/judge.ts';
import type { Ask, Row } from '../../matrix/row.ts';
import { rows, titleOf } from '../../matrix/rows/all.ts';
import { makeMatrix } from '../../matrix/world.ts';
import { apiToken } from '../../support/apiTokens.ts';
import { successor, testSegment } from '../../support/segments.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
const matrix = await makeMatrix(service);
const { call, people } = matrix;
const person = people['admin who is a data owner'];
const { organization } = matrix;
const other = await call(people.owner, 'POST', '/api/datasets/', { name: 'Other', organization });
const otherDataset = other.json<{ id: string }>().id;
const token = (datasets: string[] | null, verbs: TokenVerb[]) =>
  apiToken(service, person, { datasets, verbs });
/** Of another dataset of the same organization, with every verb. */
const elsewhere = await token([otherDataset], [...TokenVerb.options]);
const reading = await token([matrix.dataset.id], ['read']);
const everything = await token([matrix.dataset.id], [...TokenVerb.options]);
afterAll(() => service.close());

/** Calls that are open to every token: they show only what the token reaches in the organization. */
const metadata = new Set(['getSelf', 'listOrganizations', 'getOrganization', 'getOrganizationBySlug', 'listDatasets', 'listSchemas']); // prettier-ignore
const verbsOf = ({ call: name }: Row) => api.find((one) => one.name === name)!.call.tokenVerbs ?? [];
/** The actor of a row who may make its call; the row's data are set up for them. */
const who = (row: Row): ActorName => {
  const names: ActorName[] = ['admin who is a data owner', 'owner', 'member', 'data requester'];
  return names.find((name) => row.may(actors[name], name)) ?? 'invited person with an account';
};

async function withToken(row: Row, { headers }: { headers: { authorization: string } }) {
  const ask: Ask = await row.ask(matrix, who(row));
  return send(matrix, 'anonymous', { ...ask, headers: { ...ask.headers, ...headers } });
}

describe('a token of another dataset, with every verb', () => {
  test.each(rows.map((row) => [titleOf(row), row] as const))('%s', async (_, row) => {
    const answer = await withToken(row, elsewhere);
    if (metadata.has(row.call)) {
      expect(answer.statusCode).toBe(200);
      for (const hidden of [matrix.dataset.id, matrix.schema.id]) expect(answer.body).not.toContain(hidden);
    } else expect([verbsOf(row).length === 0 ? 403 : 404, answer.body]).toContain(answer.statusCode);
  });
});

describe('a token that may read the dataset', () => {
  test.each(rows.map((row) => [titleOf(row), row] as const))('%s', async (_, row) => {
    const answer = await withToken(row, reading);
    const isAllowed = verbsOf(row).includes('read') && row.call !== 'takeLease' && row.call !== 'endLease';
    if (isAllowed) expect([row.yes, answer.body]).toContain(answer.statusCode);
    else expect([403, answer.body]).toContain(answer.statusCode);
  });
});

describe('a token of the dataset, with every verb', () => {
  test.each(rows.map((row) => [titleOf(row), row] as const))('%s', async (_, row) => {
    const answer = await withToken(row, everything);
    if (verbsOf(row).length > 0 && row.may(actors['admin who is a data owner'], 'admin who is a data owner'))
      expect([row.yes, answer.body]).toContain(answer.statusCode);
    else expect([403, answer.body]).toContain(answer.statusCode);
  });
});

test('what a token does not reach looks as if it did not exist', async () => {
  const texts = async (url: string) => {
    const answer = await call(elsewhere, 'GET', url);
    return [answer.statusCode, answer.body];
  };
  const missing = '2'.repeat(22);
  for (const path of ['/api/datasets/', '/api/schemas/', '/api/organizations/', '/api/manifests/'])
    for (const id of [matrix.dataset.id, matrix.schema.id])
      expect(await texts(`${path}${id}/`)).toEqual(await texts(`${path}${missing}/`));
  const slug = `/api/organizations/${matrix.organization}/dataset/`;
  expect(await texts(`${slug}${matrix.dataset.slug}/`)).toEqual(await texts(`${slug}missing/`));
});

test('a segment that its person has stored can’t be deleted by a token of another dataset', async () => {
  const segment = testSegment({ records: 1 });
  await matrix.put(segment, person);
  const url = `/api/segments/${segment.id}/?schema=${matrix.schema.id}`;
  expect((await call(elsewhere, 'DELETE', url)).statusCode).toBe(404);
  expect((await call(person, 'DELETE', url)).statusCode).toBe(204);
});

test('a token of another organization reaches nothing of this one', async () => {
  const outside = await apiToken(service, people['owner of another organization']);
  for (const row of rows.filter(({ call: name }) => !metadata.has(name))) {
    const { statusCode, body } = await withToken(row, outside);
    expect([403, 404, body], titleOf(row)).toContain(statusCode);
  }
});

describe('publishing a manifest', () => {
  const publish = async (verbs: TokenVerb[], change: 'add' | 'remove') => {
    const segment = testSegment({ records: 2 });
    await matrix.put(segment);
    if (change === 'remove') await matrix.publish(...(await matrix.manifest()).segments, segment.entry);
    const present = await matrix.manifest();
    const others = present.segments.filter(({ id }) => id !== segment.id);
    const entries = change === 'add' ? [...others, segment.entry] : others;
    const made = await token([matrix.dataset.id], verbs);
    const answer = await call(made, 'POST', matrix.manifestUrl, successor(present, entries));
    const isUnchanged = (await matrix.manifest()).version === present.version;
    return [answer.statusCode, isUnchanged];
  };

  test('that adds records needs the verb write', async () => {
    expect(await publish(['read', 'delete'], 'add')).toEqual([403, true]);
    expect(await publish(['write'], 'add')).toEqual([200, false]);
  });

  test('that removes records needs the verb delete', async () => {
    expect(await publish(['read', 'write'], 'remove')).toEqual([403, true]);
    expect(await publish(['delete'], 'remove')).toEqual([200, false]);
  });
});
