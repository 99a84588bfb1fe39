/** One organization with a person in each position, a schema with keys, and an outsider. */
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import type { Grant } from '@cloakroom/contract/grants.ts';
import type { Manifest, SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { BuiltInRole, Team } from '@cloakroom/contract/teams.ts';
import { organizationUsers, teamMembers } from '@cloakroom/service/db/schema.ts';
import { person, type Someone } from './people.ts';
import { successor, type TestSegment } from './segments.ts';
import type { TestService } from './service.ts';

export const definition = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Who it is.' },
    age: { type: 'integer', minimum: 0, maximum: 150 },
  },
  required: ['name'],
};
/** Key checks for {@link definition}. */
export const checks = { __query: '0'.repeat(32), age: '1'.repeat(32), name: '2'.repeat(32) };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls the service as a person; bytes are sent unchanged, everything else as JSON. */
export const caller =
  ({ app }: Pick<TestService, 'app'>) =>
  (
    who: Pick<Someone, 'headers'>,
    method: Method,
    url: string,
    body?: unknown,
  ): Promise<LightMyRequestResponse> => {
    const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
    return app.inject({
      method,
      url,
      headers: { ...who.headers, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
  };

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** The people of the table of rights, and their objects. */
export async function makeWorld(service: TestService) {
  const call = caller(service);
  const owner = await person(service);
  const organization = owner.organization.id;
  const join = (options = {}) => person(service, { organization, ...options });
  const [admin, member, requester, dataOwner, removed] = [
    await join({ admin: true }),
    await join(),
    await join(),
    await join(),
    await join(),
  ];
  const outsider = await person(service);
  const home = `/api/organizations/${organization}/`;
  const made = await call(owner, 'POST', '/api/datasets/', { name: 'People', organization });
  const dataset = made.json<Dataset>();
  /** A schema of the owner's, who is its only data owner. */
  const newSchema = async (name: string) => {
    const answer = await call(owner, 'POST', '/api/schemas/', {
      dataset: dataset.id,
      name,
      schema: definition,
    });
    return answer.json<Schema>();
  };
  const putChecks = (url: string, key_checks: object = checks) =>
    call(owner, 'PUT', `${url}key-checks/`, { key_checks });
  const schema = (await putChecks((await newSchema('Train')).url)).json<Schema>();
  const teams = await call(owner, 'GET', `${schema.url}teams/`);
  const [owners, requesters, contributors] = teams.json<[Team, Team, Team]>();
  const joinTeam = (team: string, who: Someone) =>
    service.database.insert(teamMembers).values({ team, user: who.user.id });
  await joinTeam(owners.id, dataOwner);
  await joinTeam(requesters.id, requester);
  await joinTeam(owners.id, removed);
  await service.database.delete(organizationUsers).where(eq(organizationUsers.user, removed.user.id));
  // The owner stays an owner of the organization, but is on none of the schema's teams.
  await service.database.delete(teamMembers).where(eq(teamMembers.user, owner.user.id));

  const put = (segment: TestSegment, who: Someone = dataOwner) =>
    call(who, 'PUT', `/api/segments/${segment.id}/?schema=${schema.id}`, segment.body);
  const removeSegment = (id: string) => call(dataOwner, 'DELETE', `/api/segments/${id}/?schema=${schema.id}`);
  /** Adds a person to a team, or removes them from it. */
  const changeTeam =
    (verb: 'add' | 'remove') =>
    (which: BuiltInRole, { user }: Pick<Someone, 'user'>, by: Someone = dataOwner) => {
      const { id } = { owners, requesters, contributors }[which];
      return call(by, 'POST', `${home}teams/${id}/${verb}_member/`, { id: user.id });
    };
  const manifestUrl = `/api/manifests/${schema.id}/`;
  const manifest = async () => (await call(dataOwner, 'GET', manifestUrl)).json<Manifest>();
  /** Stores segments and adds them to the manifest. */
  const upload = async (...segments: TestSegment[]) => {
    for (const segment of segments) await put(segment);
    return publish(...(await manifest()).segments, ...segments.map(({ entry }) => entry));
  };
  /** Replaces the manifest with one that has exactly these segments. */
  const publish = async (...entries: SegmentEntry[]) =>
    call(dataOwner, 'POST', manifestUrl, successor(await manifest(), entries));
  /** The schema's records, listed by a data owner. */
  const list = (query = '', id = schema.id) => call(dataOwner, 'GET', `/api/records/?schema=${id}&${query}`);
  return {
    call,
    people: { owner, admin, member, requester, dataOwner, removed, outsider },
    organization,
    home,
    dataset,
    schema,
    newSchema,
    putChecks,
    owners,
    requesters,
    contributors,
    manifestUrl,
    put,
    removeSegment,
    manifest,
    upload,
    publish,
    list,
    /** The number of records, counted by the requester. */
    total: async () => {
      const url = `/api/records/?schema=${schema.id}&count_only=true`;
      return (await call(requester, 'GET', url)).json<{ count: number }>().count;
    },
    addTo: changeTeam('add'),
    /** Changes the keys that the data requesters may get. */
    nameKeys: async (field_names: unknown) => {
      const grants = await call(dataOwner, 'GET', `${schema.url}grants/`);
      return call(dataOwner, 'PATCH', grants.json<[Grant, Grant]>()[1].url, { field_names });
    },
    removeFrom: changeTeam('remove'),
  };
}
