/** Creates, replaces, renames and deletes teams and grants while the service lies about any field of any answer. */
import { eq } from 'drizzle-orm';
import { afterAll, vi } from 'vitest';
import { listAccessLog, type AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { pathOf } from '@cloakroom/contract/endpoint.ts';
import type { Grant } from '@cloakroom/contract/grants.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import { teamMembers, teams } from '@cloakroom/service/db/schema.ts';
import type { Action } from './action.ts';
import { coveredCalls } from './coverage.ts';
import { testLies } from './suite.ts';
import { unsignedTeamFields } from './unsignedFields.ts';
import { got, outcomeOf, startWorld } from './world.ts';

vi.useFakeTimers({ toFake: ['Date'] });
const world = await startWorld();
const { ada, liar, pool, widen, organization, service } = world;
afterAll(() => world.close());

await world.patients('Others');
const [rita, hedy] = [await world.member(), await world.member()];
const people = { rita: rita.who.user.id, hedy: hedy.who.user.id };

/** The actions on a separate schema: each of them makes its access log longer, which each call reads. */
async function actionsOn(name: string) {
  const schema = await world.patients(name);
  await ada.admit(schema, 'requesters', rita.who);
  await widen(schema, ['__query', 'name']);

  const listed = async <Item>(what: string) =>
    (await got(ada, 'GET', `/api/schemas/${schema.id}/${what}/`)).body as Item[];
  const team = (await listed<Team>('teams')).find(({ role }) => role === 'requesters')!;
  const grant = (await listed<Grant>('grants')).find(({ field_names }) => field_names !== null)!;

  /** The newest signed members of the team and fields of the grant, as the service stores them, read without the lies. */
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
   * Reports members or fields that are signed though no owner requested it, or that are neither signed nor shown as
   * unconfirmed after a success.
   */
  async function faultIn(signed: string[], requested: string[], isAnswered: boolean): Promise<string | null> {
    const others = signed.filter((one) => !requested.includes(one));
    if (others.length > 0) return `the access log names ${others.join()}, and no owner requested that`;
    const missing = requested.filter((one) => !signed.includes(one));
    if (!isAnswered || missing.length === 0) return null;
    const { unconfirmed } = await ada.access(schema.id);
    return unconfirmed.length > 0 ? null : `${missing.join()} is not signed, and not shown as unconfirmed`;
  }

  /** One lie for each field of the answers of this suite. */
  const covered = { maxLies: 1, calls: coveredCalls.teams };

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
    ...covered,
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
    ...covered,
  };

  /** The newest signed members of a team, and keys of the grants that name it; null for every key. */
  async function signedOf(id: string) {
    const path = `${pathOf(listAccessLog, { id: schema.id })}?limit=1000`;
    const answer = await fetch(service.url + path, { headers: ada.who.headers });
    const changes = ((await answer.json()) as AccessEntry[]).map(({ change }) => change);
    const newest = changes.findLast((change) => change.type === 'team' && change.id === id);
    const keys = new Map<string, string[] | null>();
    for (const change of changes)
      if (change.type === 'grant' && change.teams.includes(id)) keys.set(change.id, change.field_names);
    return { members: newest?.type === 'team' ? newest.members : [], keys: [...keys.values()] };
  }

  const teamsPath = `/api/organizations/${organization}/teams/`;
  const narrow = ['__query', 'age'];
  const record = (names: string[]) => Object.fromEntries(names.map((name) => [name, true]));
  /** Deletes the teams and grants that a run has created, without the lies. */
  const removeCreated = async () => {
    await service.database.delete(teams).where(eq(teams.role, 'custom'));
  };
  /** An additional team with Rita, created with the honest service. */
  let createdTeam: Team;
  let createdGrant: Grant;
  const createTeam = async () => {
    await removeCreated();
    const body = { schema: schema.id, name: 'Made', members: [people.rita], field_names: record(narrow) };
    createdTeam = (await got(ada, 'POST', teamsPath, body)).body as Team;
    createdGrant = ((await got(ada, 'GET', `/api/grants/?team=${createdTeam.id}`)).body as [Grant])[0];
  };
  /** An outcome without the ids, which differ in each run. */
  function withoutIds(seen: unknown) {
    if (seen === null) return null;
    const created = seen as Partial<Team & Grant>;
    return { ...created, id: '', url: '', ...(created.teams && { teams: [] }) };
  }
  /** Reports keys or members that are signed for additional teams though no owner requested it. */
  async function excessFault(requested: string[]): Promise<string | null> {
    const all = await service.database.select().from(teams).where(eq(teams.role, 'custom'));
    for (const { id } of all) {
      const { members, keys } = await signedOf(id);
      const isExceeded = keys.some(
        (names) => names === null || names.some((name) => !requested.includes(name)),
      );
      if (isExceeded) return 'the access log names keys, and no owner requested that';
      if (members.some((one) => one !== people.rita))
        return 'the access log names members, and no owner requested that';
    }
    const { members } = await signedOf(team.id);
    return members.every((one) => both.includes(one)) ? null : 'another team is signed in another way';
  }
  const creating: Action = {
    ...covered,
    name: 'creating a team',
    prepare: removeCreated,
    run: async () => {
      const body = { schema: schema.id, name: 'Made', members: [people.rita], field_names: record(narrow) };
      return outcomeOf(await got(ada, 'POST', teamsPath, body));
    },
    normalized: withoutIds,
    check: () => excessFault(narrow),
  };
  const renaming: Action = {
    ...covered,
    name: 'renaming a team',
    prepare: createTeam,
    run: async () => outcomeOf(await got(ada, 'PATCH', createdTeam.url, { name: 'Renamed' })),
    normalized: withoutIds,
    check: () => excessFault(narrow),
  };
  const deleting: Action = {
    ...covered,
    name: 'deleting a team',
    prepare: createTeam,
    run: async () => outcomeOf(await got(ada, 'DELETE', createdTeam.url)),
    check: async ({ refusal }) =>
      refusal === null && (await signedOf(createdTeam.id)).members.length > 0
        ? 'its members are signed'
        : null,
  };
  const adding: Action = {
    ...covered,
    name: 'adding a grant',
    prepare: createTeam,
    run: async () =>
      outcomeOf(
        await got(ada, 'POST', '/api/grants/', { team: createdTeam.id, field_names: record(narrow) }),
      ),
    normalized: withoutIds,
    check: () => excessFault(narrow),
  };
  const changing: Action = {
    ...covered,
    name: 'changing a grant by its address',
    prepare: createTeam,
    run: async () =>
      outcomeOf(await got(ada, 'PATCH', createdGrant.url, { field_names: record(['__query', 'name']) })),
    normalized: withoutIds,
    check: () => excessFault([...narrow, 'name']),
  };
  const removing: Action = {
    ...covered,
    name: 'deleting a grant',
    prepare: createTeam,
    run: async () => outcomeOf(await got(ada, 'DELETE', createdGrant.url)),
    check: async ({ refusal }) =>
      refusal === null &&
      (await signedOf(createdTeam.id)).keys.some((names) => names === null || names.length > 0)
        ? 'its keys are signed'
        : null,
  };

  return { replacing, widening, creating, renaming, deleting, adding, changing, removing };
}

const names = [
  'replacing',
  'widening',
  'creating',
  'renaming',
  'deleting',
  'adding',
  'changing',
  'removing',
] as const;
const actions: Action[] = [];
for (const name of names) actions.push((await actionsOn(`Shared for ${name}`))[name]);

testLies({
  liar,
  pool,
  actions,
  unsignedFields: unsignedTeamFields,
  covers: coveredCalls.teams,
  minLies: 100,
});
