/** One organization with a person in each position, a schema with keys, and an outsider. */
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
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
  const dataset = (await call(owner, 'POST', '/api/datasets/', { name: 'People', organization })).json<{
    id: string;
  }>();
  const made = await call(owner, 'POST', '/api/schemas/', {
    dataset: dataset.id,
    name: 'Train',
    schema: definition,
  });
  const schema = (
    await call(owner, 'PUT', `${made.json<Schema>().url}key-checks/`, { key_checks: checks })
  ).json<Schema>();
  const [owners, requesters] = (await call(owner, 'GET', `${schema.url}teams/`)).json<[Team, Team]>();
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
  const manifestUrl = `/api/manifests/${schema.id}/`;
  const manifest = async () => (await call(dataOwner, 'GET', manifestUrl)).json<Manifest>();
  /** Stores segments and adds them to the manifest. */
  const upload = async (...segments: TestSegment[]) => {
    for (const segment of segments) await put(segment);
    const present = await manifest();
    return call(
      dataOwner,
      'POST',
      manifestUrl,
      successor(present, [...present.segments, ...segments.map(({ entry }) => entry)]),
    );
  };
  return {
    call,
    people: { owner, admin, member, requester, dataOwner, removed, outsider },
    organization,
    dataset,
    schema,
    owners,
    requesters,
    manifestUrl,
    put,
    manifest,
    upload,
  };
}
