/** Objects of another organization are byte for byte indistinguishable from objects that do not exist. */
import { afterAll, describe, expect, test } from 'vitest';
import { hintsOf, leaksOf } from './matrix/leaks.ts';
import { rows, titleOf } from './matrix/rows/all.ts';
import { makeMatrix } from './matrix/world.ts';
import { testSegment, type TestSegment } from './support/segments.ts';
import { startService } from './support/service.ts';

const service = await startService();
const [ours, theirs] = [await makeMatrix(service), await makeMatrix(service)];
afterAll(() => service.close());

/** Calls that name only objects of the caller. */
const namesNothing = ['getSelf', 'patchProfile', 'changePassword', 'getSession', 'listSessions', 'endOtherSessions', 'listApiTokens', 'createCustomer', 'createOrganization', 'listOrganizations', 'listOwnInvitations', 'listDatasets', 'listSchemas', 'listIdentities', 'listRequests', 'listMaterials']; // prettier-ignore

describe('an id of another organization and an unknown one get the same answer', () => {
  const places = new Map<string, string[]>();

  test.each(rows.map((row) => [titleOf(row), row] as const))(
    'at each position of an id in %s',
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

  // A segment's id is chosen by its sender: it can't be used twice, and the answer does not reveal whose it is.
  test('as the id of a segment to store', async () => {
    const put = ({ id, body }: TestSegment) =>
      ours.call(ours.people['data owner'], 'PUT', `/api/segments/${id}/?schema=${ours.schema.id}`, body);
    const own = await put({ ...testSegment({ records: 1 }), id: ours.published.id });
    const alien = await put(theirs.published);
    expect([alien.statusCode, alien.body]).toEqual([409, own.body]);
  });
});

describe('an impossible id is not found, and causes no internal error', () => {
  const odd = ['%00', 'a%00b', '0', 'null', "'%20or%201=1--", '%F0%9F%92%A5', '$(id)', '2'.repeat(21), '2'.repeat(23), 'x'.repeat(300), '..%2f..', '../../etc/passwd', '%ED%A0%80']; // prettier-ignore
  const home = `/api/organizations/${ours.organization}/`;
  const urls = (id: string) => [
    `/api/users/by_name/${id}/`,
    `/api/organizations/${id}/`,
    `/api/organizations/by-slug/${id}/`,
    `/api/organizations/${id}/teams/`,
    `/api/organizations/${id}/dataset/people/`,
    `${home}dataset/${id}/`,
    `/api/datasets/${id}/`,
    `/api/datasets/${id}/schema/train/`,
    `/api/datasets/${ours.dataset.id}/schema/${id}/`,
    `/api/schemas/${id}/`,
    `/api/schemas/${id}/teams/`,
    `/api/manifests/${id}/`,
    `/api/records/?schema=${id}`,
  ];
  test.each(odd)('%s', async (id) => {
    const { owner, 'data owner': dataOwner } = ours.people;
    const answers = urls(id).map((url) => ours.call(url.includes('records') ? dataOwner : owner, 'GET', url));
    answers.push(
      ours.call(owner, 'PUT', `${home}teams/${id}/`, { name: 'x', members: [] }),
      ours.call(dataOwner, 'DELETE', `/api/segments/${id}/?schema=${ours.schema.id}`),
    );
    for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBeOneOf([400, 404]);
  });

  test('an id with NUL is not found like any other', async () => {
    for (const id of ['%00', '2'.repeat(22)]) {
      const answer = await ours.call(ours.people.owner, 'GET', `/api/schemas/${id}/`);
      expect(`${answer.statusCode} ${answer.body}`).toBe('404 {"detail":"Schema not found"}');
    }
  });
});
