/** Who may do what: every call on data, made by everybody of the contract's seventh section. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordId } from '#contract/shortId.ts';
import { successor, testSegment, type TestSegment } from './support/segments.ts';
import { startService, type TestService } from './support/service.ts';
import { checks, definition, makeWorld, type World } from './support/world.ts';

const everybody = ['owner', 'admin', 'member', 'requester', 'dataOwner', 'removed', 'outsider'] as const;
type Who = (typeof everybody)[number];

/** The statuses that each gets: `yes` for who may, 403 for other members, 404 for outsiders. */
const only =
  (...allowed: Who[]) =>
  (yes: number): Record<Who, number> => {
    const status = (who: Who) => {
      if (allowed.includes(who)) return yes;
      return who === 'removed' || who === 'outsider' ? 404 : 403;
    };
    return Object.fromEntries(everybody.map((who) => [who, status(who)])) as Record<Who, number>;
  };
const members = only('owner', 'admin', 'member', 'requester', 'dataOwner');
const administrators = only('owner', 'admin');
const searchers = only('requester', 'dataOwner');
const uploaders = only('dataOwner');
const teamManagers = only('owner', 'admin', 'dataOwner');
/** The schema's creator, who happens to be the owner. */
const creator = only('owner');

let service: TestService;
let world: World;
let published: TestSegment;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  published = testSegment({ records: 3 });
  await world.upload(published);
});
afterAll(() => service.close());

type Ask = () => Promise<[method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown]>;
const dataset = () => `/api/datasets/${world.dataset.id}/`;
const teamUrl = () => `/api/organizations/${world.organization}/teams/${world.requesters.id}/`;
const upload = () => published.entry.ranges[0]!.upload;

const calls: [string, Record<Who, number>, Ask][] = [
  ['see a dataset', members(200), async () => ['GET', dataset()]],
  [
    'find a dataset by slug',
    members(200),
    async () => ['GET', `/api/organizations/${world.organization}/dataset/people/`],
  ],
  [
    'make a dataset',
    administrators(201),
    async () => ['POST', '/api/datasets/', { name: 'More', organization: world.organization }],
  ],
  ['rename a dataset', administrators(200), async () => ['PATCH', dataset(), { description: 'Anew' }]],
  ['delete a dataset (it holds schemas)', administrators(409), async () => ['DELETE', dataset()]],
  ['see a schema', members(200), async () => ['GET', world.schema.url]],
  ['find a schema by slug', members(200), async () => ['GET', `${dataset()}schema/train/`]],
  [
    'make a schema',
    administrators(201),
    async () => ['POST', '/api/schemas/', { dataset: world.dataset.id, name: 'More', schema: definition }],
  ],
  [
    'describe a schema',
    administrators(200),
    async () => ['PATCH', world.schema.url, { description: 'Anew' }],
  ],
  ['delete a schema (it holds records)', administrators(409), async () => ['DELETE', world.schema.url]],
  [
    'vouch for a schema’s keys',
    creator(200),
    async () => ['PUT', `${world.schema.url}key-checks/`, { key_checks: checks }],
  ],
  ['see a schema’s teams', members(200), async () => ['GET', `${world.schema.url}teams/`]],
  [
    'see an organization’s teams',
    members(200),
    async () => ['GET', `/api/organizations/${world.organization}/teams/`],
  ],
  [
    'save a team',
    teamManagers(200),
    async () => [
      'PUT',
      teamUrl(),
      { name: world.requesters.name, members: [world.people.requester.user.id] },
    ],
  ],
  [
    'add a member',
    teamManagers(204),
    async () => ['POST', `${teamUrl()}add_member/`, { id: world.people.requester.user.id }],
  ],
  [
    'remove a member',
    teamManagers(204),
    async () => ['POST', `${teamUrl()}remove_member/`, { id: world.people.member.user.id }],
  ],
  ['list records', searchers(200), async () => ['GET', `/api/records/?schema=${world.schema.id}`]],
  [
    'count records',
    searchers(200),
    async () => ['GET', `/api/records/?schema=${world.schema.id}&count_only=true`],
  ],
  [
    'read records',
    searchers(200),
    async () => ['POST', '/api/records/read/', { schema: world.schema.id, records: [[upload(), 0]] }],
  ],
  [
    'read one record',
    searchers(200),
    async () => ['GET', `/api/records/${recordId(Buffer.from(upload(), 'hex'), 0)}/`],
  ],
  ['read the manifest', searchers(200), async () => ['GET', world.manifestUrl]],
  [
    'end a lease',
    uploaders(204),
    async () => ['DELETE', `${world.manifestUrl}lease/?holder=${'0'.repeat(32)}`],
  ],
  [
    'take a lease',
    uploaders(204),
    async () => ['POST', `${world.manifestUrl}lease/`, { holder: '0'.repeat(32), seconds: 1 }],
  ],
  [
    'read headers',
    searchers(200),
    async () => ['POST', '/api/segments/read/', { schema: world.schema.id, segments: [published.id] }],
  ],
  [
    'read blocks',
    searchers(200),
    async () => [
      'POST',
      '/api/blocks/read/',
      {
        schema: world.schema.id,
        segments: [{ id: published.id, labels: published.labels[0]!.toString('base64') }],
      },
    ],
  ],
  [
    'store a segment',
    uploaders(204),
    async () => {
      const { id, body } = testSegment({ records: 1 });
      return ['PUT', `/api/segments/${id}/?schema=${world.schema.id}`, body];
    },
  ],
  [
    'take back a segment (it is published)',
    uploaders(409),
    async () => ['DELETE', `/api/segments/${published.id}/?schema=${world.schema.id}`],
  ],
  [
    'publish',
    uploaders(200),
    async () => {
      const present = await world.manifest();
      return ['POST', world.manifestUrl, successor(present, present.segments)];
    },
  ],
];

describe.each(calls)('to %s', (_, expected, ask) => {
  test.each(everybody)('as %s', async (who) => {
    const [method, url, body] = await ask();
    const answer = await world.call(world.people[who], method, url, body);
    expect(answer.statusCode).toBe(expected[who]);
    if (answer.statusCode >= 400) expect(answer.json<{ detail: string }>().detail).toMatch(/^[A-Z“"].{10,}/);
  });

  test('as nobody', async () => {
    const [method, url, body] = await ask();
    expect((await world.call({ headers: { authorization: '' } }, method, url, body)).statusCode).toBe(401);
  });
});

test('a refused call changes nothing', async () => {
  const { member } = world.people;
  const seen = async () => [
    (await world.call(world.people.owner, 'GET', world.schema.url)).json<object>(),
    (await world.call(world.people.owner, 'GET', dataset())).json<object>(),
    (await world.call(world.people.owner, 'GET', `${world.schema.url}teams/`)).json<object>(),
    await world.manifest(),
  ];
  const before = await seen();
  await world.call(member, 'PATCH', world.schema.url, { name: 'Mine' });
  await world.call(member, 'PATCH', dataset(), { name: 'Mine' });
  await world.call(member, 'POST', `${teamUrl()}add_member/`, { id: member.user.id });
  await world.call(member, 'PUT', teamUrl(), { name: 'Mine', members: [member.user.id] });
  await world.call(member, 'POST', world.manifestUrl, successor(await world.manifest(), []));
  expect(await seen()).toEqual(before);
});

test('somebody taken off a team is refused from the next call on', async () => {
  const { member, dataOwner } = world.people;
  const list = async () =>
    (await world.call(member, 'GET', `/api/records/?schema=${world.schema.id}`)).statusCode;
  await world.call(dataOwner, 'POST', `${teamUrl()}add_member/`, { id: member.user.id });
  expect(await list()).toBe(200);
  await world.call(dataOwner, 'POST', `${teamUrl()}remove_member/`, { id: member.user.id });
  expect(await list()).toBe(403);
});

describe('fields that a caller may not set are refused and set nothing', () => {
  const fields = [
    'id',
    'owner',
    'creator',
    'is_admin',
    'is_superuser',
    'permissions',
    'slug',
    'created',
    'constructor',
  ];
  test.each(fields)('%s', async (field) => {
    const own = { [field]: randomBytes(4).toString('hex') };
    const answers = await Promise.all([
      world.call(world.people.owner, 'POST', '/api/datasets/', {
        name: 'x',
        organization: world.organization,
        ...own,
      }),
      world.call(world.people.owner, 'PATCH', dataset(), own),
      world.call(world.people.owner, 'POST', '/api/schemas/', {
        dataset: world.dataset.id,
        name: 'x',
        schema: definition,
        ...own,
      }),
      world.call(world.people.owner, 'PATCH', world.schema.url, own),
      world.call(world.people.owner, 'PUT', `${world.schema.url}key-checks/`, { key_checks: checks, ...own }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
  });
});
