/** Two organizations: what belongs to the other one is byte for byte indistinguishable from what does not exist. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { hintsOf, leaksOf } from './matrix/leaks.ts';
import { rows, titleOf } from './matrix/rows/all.ts';
import { makeMatrix } from './matrix/world.ts';
import { newUpload, testSegment, type TestSegment } from './support/segments.ts';
import { startService } from './support/service.ts';

const service = await startService();
const [ours, theirs] = [await makeMatrix(service), await makeMatrix(service)];
const [mine, foreign] = [ours.published, theirs.published];
afterAll(() => service.close());

const unknownId = '23456789ABCDEFGHJKLMNP';
const labels = (segment: TestSegment) => segment.labels[0]!.toString('base64');
const teamsUrl = () => `/api/organizations/${ours.organization}/teams/`;

/** Calls that name only what is the caller's own. */
const namesNothing = ['getSelf', 'patchProfile', 'changePassword', 'getSession', 'listSessions', 'endOtherSessions', 'createCustomer', 'createOrganization', 'listOrganizations', 'listOwnInvitations', 'listDatasets', 'listSchemas', 'listIdentities', 'listRequests', 'listMaterials']; // prettier-ignore

describe('an id of another organization and an unknown one get the same answer', () => {
  const places = new Map<string, string[]>();

  test.each(rows.map((row) => [titleOf(row), row] as const))(
    'at each place of an id in %s',
    async (title, row) => {
      const found = await leaksOf(ours, theirs, row);
      expect(found.leaks).toEqual([]);
      places.set(title, found.places);
    },
  );

  test.each(rows.map((row) => [titleOf(row), row] as const))('from an outsider’s %s', async (_, row) => {
    expect(await hintsOf(ours, theirs, row)).toEqual([]);
  });

  test('in every path, query and body', () => {
    const empty = [...places].filter(([, found]) => found.length === 0).map(([title]) => title);
    expect(empty).toEqual(namesNothing);
    expect([...places.values()].flat().length).toBeGreaterThan(75);
  });

  test('as a segment’s id and as an upload’s, by a permitted caller', async () => {
    const dataOwner = ours.people['data owner'];
    const other = randomBytes(16).toString('hex');
    const block = (id: string) =>
      ['/api/blocks/read/', { schema: ours.schema.id, segments: [{ id, labels: labels(foreign) }] }] as const;
    const header = (id: string) =>
      ['/api/segments/read/', { schema: ours.schema.id, segments: [id] }] as const;
    const record = (upload: string) =>
      ['/api/records/read/', { schema: ours.schema.id, records: [[upload, 0]] }] as const;
    const theirUpload = foreign.entry.ranges[0]!.upload;
    const ask = ([url, body]: readonly [string, unknown]) => ours.call(dataOwner, 'POST', url, body);
    for (const [left, right] of [
      [block(foreign.id), block(other)],
      [header(foreign.id), header(other)],
      [record(theirUpload), record(newUpload())],
    ] as const) {
      const [one, two] = [await ask(left), await ask(right)];
      expect([one.statusCode, one.body]).toEqual([404, two.body]);
    }
    const taken = (id: string) => `/api/segments/${id}/?schema=${ours.schema.id}`;
    const [one, two] = [
      await ours.call(dataOwner, 'DELETE', taken(foreign.id)),
      await ours.call(dataOwner, 'DELETE', taken(other)),
    ];
    expect([one.statusCode, one.body]).toEqual([404, two.body]);
    // An id can't be used twice, but the answer does not reveal whose it is.
    const [own, alien] = [
      await ours.call(dataOwner, 'PUT', taken(mine.id), testSegment({ records: 1 }).body),
      await ours.call(dataOwner, 'PUT', taken(foreign.id), foreign.body),
    ];
    expect([alien.statusCode, alien.body]).toEqual([409, own.body]);
  });

  test('no list shows another organization’s objects', async () => {
    for (const who of Object.values(ours.people))
      for (const url of ['/api/datasets/', '/api/schemas/']) {
        const text = (await ours.call(who, 'GET', `${url}?limit=1000`)).body;
        for (const secret of [theirs.organization, theirs.dataset.id, theirs.schema.id])
          expect(text).not.toContain(secret);
      }
  });
});

describe('what can be no id is not found, and causes no internal error', () => {
  const odd = [
    '%00',
    'a%00b',
    '0',
    'null',
    "'%20or%201=1--",
    '%F0%9F%92%A5',
    '2'.repeat(21),
    '2'.repeat(23),
    'x'.repeat(300),
    '..%2f..',
    '%ED%A0%80',
  ];
  const paths = (id: string) => [
    `/api/datasets/${id}/`,
    `/api/organizations/${id}/dataset/people/`,
    `/api/organizations/${ours.organization}/dataset/${id}/`,
    `/api/schemas/${id}/`,
    `/api/schemas/${id}/teams/`,
    `/api/datasets/${id}/schema/train/`,
    `/api/datasets/${ours.dataset.id}/schema/${id}/`,
    `/api/organizations/${id}/teams/`,
    `/api/manifests/${id}/`,
  ];
  test.each(odd)('%s', async (id) => {
    const { owner, 'data owner': dataOwner } = ours.people;
    for (const path of paths(id))
      expect((await ours.call(owner, 'GET', path)).statusCode, path).toBeOneOf([400, 404]);
    const team = await ours.call(owner, 'PUT', `${teamsUrl()}${id}/`, { name: 'x', members: [] });
    expect(team.statusCode).toBeOneOf([400, 404]);
    const segment = await ours.call(dataOwner, 'DELETE', `/api/segments/${id}/?schema=${ours.schema.id}`);
    expect(segment.statusCode).toBeOneOf([400, 404]);
    const query = await ours.call(dataOwner, 'GET', `/api/records/?schema=${id}`);
    expect(query.statusCode).toBeOneOf([400, 404]);
  });

  test('an id with NUL is not found like any other', async () => {
    const answers = await Promise.all(
      ['%00', unknownId].map((id) => ours.call(ours.people.owner, 'GET', `/api/schemas/${id}/`)),
    );
    expect(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(
      Array(2).fill('404 {"detail":"Schema not found"}'),
    );
  });
});
