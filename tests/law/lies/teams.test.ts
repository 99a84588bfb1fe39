/** Replaces a team and changes a grant while the service lies about any field of any answer. */
import { eq } from 'drizzle-orm';
import { afterAll, vi } from 'vitest';
import { listAccessLog, type AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { pathOf } from '@cloakroom/contract/endpoint.ts';
import type { Grant } from '@cloakroom/contract/grants.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import { teamMembers } from '@cloakroom/service/db/schema.ts';
import type { Action } from './action.ts';
import { coveredCalls } from './coverage.ts';
import { testLies } from './suite.ts';
import { unsignedTeamFields } from './unsignedFields.ts';
import { got, outcomeOf, startWorld } from './world.ts';

vi.useFakeTimers({ toFake: ['Date'] });
const world = await startWorld();
const { ada, liar, pool, widen, organization, service } = world;
afterAll(() => world.close());

const schema = await world.patients('Shared');
await world.patients('Others');
const [rita, hedy] = [await world.member(), await world.member()];
await ada.admit(schema, 'requesters', rita.who);
await widen(schema, ['__query', 'name']);

const listed = async <Item>(what: string) =>
  (await got(ada, 'GET', `/api/schemas/${schema.id}/${what}/`)).body as Item[];
const team = (await listed<Team>('teams')).find(({ role }) => role === 'requesters')!;
const grant = (await listed<Grant>('grants')).find(({ field_names }) => field_names !== null)!;
const people = { rita: rita.who.user.id, hedy: hedy.who.user.id };

/** The newest signed members of the team and fields of the grant, as the service stores them, read around the lies. */
async function signed(): Promise<{ members: string[]; names: string[] }> {
  const path = `${pathOf(listAccessLog, { id: schema.id })}?limit=1000`;
  const answer = await fetch(service.url + path, { headers: ada.who.headers });
  const changes = ((await answer.json()) as AccessEntry[]).map(({ change }) => change);
  const newest = changes.findLast((change) => change.type === 'team' && change.id === team.id);
  const named = changes.findLast((change) => change.type === 'grant' && change.id === grant.id);
  return {
    members: newest?.type === 'team' ? newest.members : [],
    names: named?.type === 'grant' ? (named.field_names ?? ['all of them']) : [],
  };
}

/**
 * Describes what is signed beyond what the owner asked for, or is neither signed nor shown as unconfirmed after a
 * success.
 */
async function faultIn(signed: string[], asked: string[], isAnswered: boolean): Promise<string | null> {
  const others = signed.filter((one) => !asked.includes(one));
  if (others.length > 0) return `the list names ${others.join()}, and no owner asked for that`;
  const missing = asked.filter((one) => !signed.includes(one));
  if (!isAnswered || missing.length === 0) return null;
  const { unconfirmed } = await ada.access(schema.id);
  return unconfirmed.length > 0 ? null : `${missing.join()} is not signed, and not shown as unconfirmed`;
}

const teamPath = `/api/organizations/${organization}/teams/${team.id}/`;
const put = (members: string[]) => got(ada, 'PUT', teamPath, { name: 'Requesters', members });
const both = [people.rita, people.hedy];
const replacing: Action = {
  name: 'replacing a team',
  async prepare() {
    if ((await put([people.rita])).status === 200) return;
    await service.database.delete(teamMembers).where(eq(teamMembers.team, team.id));
    await put([people.rita]);
  },
  run: async () => outcomeOf(await put(both)),
  check: async ({ refusal }) => faultIn((await signed()).members, both, refusal === null),
  normalized: (seen) => seen && { ...(seen as Team), members: (seen as Team).members.map(String).sort() },
  maxLies: 60,
  calls: coveredCalls.teams,
};

const grantPath = `/api/schemas/${schema.id}/grants/${grant.id}/`;
const patch = (names: string[]) =>
  got(ada, 'PATCH', grantPath, { field_names: Object.fromEntries(names.map((name) => [name, true])) });
const wide = ['__query', 'age', 'name'];
const widening: Action = {
  name: 'changing the fields of a grant',
  prepare: () => patch(['__query', 'name']),
  run: async () => outcomeOf(await patch(wide)),
  check: async ({ refusal }) => faultIn((await signed()).names, wide, refusal === null),
  maxLies: 60,
  calls: coveredCalls.teams,
};

testLies({
  liar,
  pool,
  actions: [replacing, widening],
  unsignedFields: unsignedTeamFields,
  covers: coveredCalls.teams,
  minLies: 100,
});
