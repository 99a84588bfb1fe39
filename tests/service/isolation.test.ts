/** Two organizations: what belongs to the other looks, byte for byte, as if it didn't exist. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordId } from '#contract/shortId.ts';
import { newUpload, testSegment, type TestSegment } from './support/segments.ts';
import { startService, type TestService } from './support/service.ts';
import { definition, makeWorld, type World } from './support/world.ts';

let service: TestService;
let ours: World;
let theirs: World;
let mine: TestSegment;
let foreign: TestSegment;
beforeAll(async () => {
  service = await startService();
  [ours, theirs] = [await makeWorld(service), await makeWorld(service)];
  [mine, foreign] = [testSegment({ records: 2 }), testSegment({ records: 2 })];
  await ours.upload(mine);
  await theirs.upload(foreign);
});
afterAll(() => service.close());

const nobody = '23456789ABCDEFGHJKLMNP';
type Ask = [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown];
/** Every place in which an object's id may stand, given the id. */
type Place = (id: string) => Ask;
const labels = (segment: TestSegment) => segment.labels[0]!.toString('base64');
const teamsUrl = () => `/api/organizations/${ours.organization}/teams/`;

const places: [string, () => string, Place][] = [
  ['a dataset', () => theirs.dataset.id, (id) => ['GET', `/api/datasets/${id}/`]],
  ['a dataset to change', () => theirs.dataset.id, (id) => ['PATCH', `/api/datasets/${id}/`, { name: 'x' }]],
  ['a dataset to delete', () => theirs.dataset.id, (id) => ['DELETE', `/api/datasets/${id}/`]],
  [
    'an organization of a dataset’s slug',
    () => theirs.organization,
    (id) => ['GET', `/api/organizations/${id}/dataset/people/`],
  ],
  [
    'an organization for a dataset',
    () => theirs.organization,
    (id) => ['POST', '/api/datasets/', { name: 'x', organization: id }],
  ],
  [
    'an organization of a list of datasets',
    () => theirs.organization,
    (id) => ['GET', `/api/datasets/?organization=${id}`],
  ],
  [
    'a dataset of a schema’s slug',
    () => theirs.dataset.id,
    (id) => ['GET', `/api/datasets/${id}/schema/train/`],
  ],
  [
    'a dataset for a schema',
    () => theirs.dataset.id,
    (id) => ['POST', '/api/schemas/', { dataset: id, name: 'x', schema: definition }],
  ],
  ['a dataset of a list of schemas', () => theirs.dataset.id, (id) => ['GET', `/api/schemas/?dataset=${id}`]],
  [
    'an organization of a list of schemas',
    () => theirs.organization,
    (id) => ['GET', `/api/schemas/?organization=${id}`],
  ],
  ['a schema', () => theirs.schema.id, (id) => ['GET', `/api/schemas/${id}/`]],
  ['a schema to change', () => theirs.schema.id, (id) => ['PATCH', `/api/schemas/${id}/`, { name: 'x' }]],
  ['a schema to delete', () => theirs.schema.id, (id) => ['DELETE', `/api/schemas/${id}/`]],
  [
    'a schema to vouch for',
    () => theirs.schema.id,
    (id) => ['PUT', `/api/schemas/${id}/key-checks/`, { key_checks: {} }],
  ],
  ['a schema’s teams', () => theirs.schema.id, (id) => ['GET', `/api/schemas/${id}/teams/`]],
  ['an organization’s teams', () => theirs.organization, (id) => ['GET', `/api/organizations/${id}/teams/`]],
  [
    'an organization of a team',
    () => theirs.organization,
    (id) => ['PUT', `/api/organizations/${id}/teams/${theirs.requesters.id}/`, { name: 'x', members: [] }],
  ],
  ['a team', () => theirs.requesters.id, (id) => ['PUT', `${teamsUrl()}${id}/`, { name: 'x', members: [] }]],
  [
    'a team to join',
    () => theirs.requesters.id,
    (id) => ['POST', `${teamsUrl()}${id}/add_member/`, { id: ours.people.member.user.id }],
  ],
  [
    'a team to leave',
    () => theirs.requesters.id,
    (id) => ['POST', `${teamsUrl()}${id}/remove_member/`, { id: ours.people.member.user.id }],
  ],
  [
    'a person to add',
    () => theirs.people.member.user.id,
    (id) => ['POST', `${teamsUrl()}${ours.requesters.id}/add_member/`, { id }],
  ],
  [
    'a person to remove',
    () => theirs.people.requester.user.id,
    (id) => ['POST', `${teamsUrl()}${ours.requesters.id}/remove_member/`, { id }],
  ],
  [
    'a member',
    () => theirs.people.member.user.id,
    (id) => ['PUT', `${teamsUrl()}${ours.requesters.id}/`, { name: 'x', members: [id] }],
  ],
  ['a schema’s records', () => theirs.schema.id, (id) => ['GET', `/api/records/?schema=${id}`]],
  [
    'a schema’s number of records',
    () => theirs.schema.id,
    (id) => ['GET', `/api/records/?schema=${id}&count_only=true`],
  ],
  [
    'a schema of records to read',
    () => theirs.schema.id,
    (id) => ['POST', '/api/records/read/', { schema: id, records: [] }],
  ],
  [
    'a record',
    () => recordId(Buffer.from(foreign.entry.ranges[0]!.upload, 'hex'), 0),
    (id) => ['GET', `/api/records/${id}/`],
  ],
  [
    'a schema to delete with its records',
    () => theirs.schema.id,
    (id) => ['DELETE', `/api/schemas/${id}/?records=true`],
  ],
  [
    'a schema to merge',
    () => theirs.schema.id,
    (id) => ['POST', `/api/manifests/${id}/lease/`, { holder: '0'.repeat(32), seconds: 1 }],
  ],
  ['a manifest', () => theirs.schema.id, (id) => ['GET', `/api/manifests/${id}/`]],
  [
    'a manifest to replace',
    () => theirs.schema.id,
    (id) => ['POST', `/api/manifests/${id}/`, { schema: nobody, version: 1, segments: [], mac: '' }],
  ],
  [
    'a schema for a segment',
    () => theirs.schema.id,
    (id) => ['PUT', `/api/segments/${mine.id}/?schema=${id}`, mine.body],
  ],
  [
    'a schema of a segment to take back',
    () => theirs.schema.id,
    (id) => ['DELETE', `/api/segments/${foreign.id}/?schema=${id}`],
  ],
  [
    'a schema of headers',
    () => theirs.schema.id,
    (id) => ['POST', '/api/segments/read/', { schema: id, segments: [foreign.id] }],
  ],
  [
    'a schema of blocks',
    () => theirs.schema.id,
    (id) => [
      'POST',
      '/api/blocks/read/',
      { schema: id, segments: [{ id: foreign.id, labels: labels(foreign) }] },
    ],
  ],
];

describe('an id of theirs and one of nobody’s get the same answer', () => {
  test.each(places)('as %s', async (_, id, place) => {
    for (const who of [ours.people.owner, ours.people.dataOwner, ours.people.outsider]) {
      const answers = [];
      for (const given of [id(), nobody]) {
        const [method, url, body] = place(given);
        const { statusCode, headers, body: text } = await ours.call(who, method, url, body);
        const { 'content-type': type, 'x-total-count': total } = headers;
        answers.push({ statusCode, type, total, text });
      }
      expect(answers[0]).toEqual(answers[1]);
      const { statusCode, text } = answers[0]!;
      // Lists answer with nothing; everything else isn't there.
      if (statusCode === 200) expect(text).toBe('[]');
      else expect(statusCode).toBe(404);
    }
  });

  test('as a segment’s id and as an upload’s, by somebody who may ask', async () => {
    const { dataOwner } = ours.people;
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
    // An id can't be used twice, but whose it is stays untold.
    const [own, alien] = [
      await ours.call(dataOwner, 'PUT', taken(mine.id), testSegment({ records: 1 }).body),
      await ours.call(dataOwner, 'PUT', taken(foreign.id), foreign.body),
    ];
    expect([alien.statusCode, alien.body]).toEqual([409, own.body]);
  });

  test('no list shows theirs', async () => {
    for (const who of Object.values(ours.people))
      for (const url of ['/api/datasets/', '/api/schemas/']) {
        const text = (await ours.call(who, 'GET', `${url}?limit=1000`)).body;
        for (const secret of [theirs.organization, theirs.dataset.id, theirs.schema.id])
          expect(text).not.toContain(secret);
      }
  });
});

describe('what can be no id is not found, and never an error of ours', () => {
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
    const { owner, dataOwner } = ours.people;
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
      ['%00', nobody].map((id) => ours.call(ours.people.owner, 'GET', `/api/schemas/${id}/`)),
    );
    expect(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(
      Array(2).fill('404 {"detail":"Schema not found"}'),
    );
  });
});
