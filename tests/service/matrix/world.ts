/** The data of the matrix: an organization with one of each actor, and one of every object that a call may name. */
import { and, eq } from 'drizzle-orm';
import { serviceAccountDomain } from '@cloakroom/contract/email.ts';
import type { Grant } from '@cloakroom/contract/grants.ts';
import {
  grants,
  invitations,
  organizationUsers,
  teamMembers,
  teams,
  users,
} from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { person, type Someone } from '../support/people.ts';
import { testSegment } from '../support/segments.ts';
import type { TestService } from '../support/service.ts';
import { identityOf, materialFor, requestFor } from '../support/sharing.ts';
import { makeWorld } from '../support/world.ts';
import { type Actor, actors, type ActorName, everybody } from './actors.ts';

export type Matrix = Awaited<ReturnType<typeof makeMatrix>>;

export async function makeMatrix(service: TestService) {
  const { database } = service;
  const world = await makeWorld(service);
  const { organization, schema } = world;
  const join = (options = {}) => person(service, { organization, ...options });
  const people: Record<Exclude<ActorName, 'anonymous'>, Someone> = {
    owner: world.people.owner,
    admin: world.people.admin,
    'admin who is a data owner': await join({ admin: true }),
    'admin who is a data requester': await join({ admin: true }),
    'data owner': world.people.dataOwner,
    'data requester': world.people.requester,
    'data requester with a field': await join(),
    'data contributor': await join(),
    member: world.people.member,
    'member taken off the teams': await join(),
    'owner of another organization': world.people.outsider,
    'former member, still on a team': world.people.removed,
    'superuser of another organization': await person(service),
    'invited person': await join({ active: false }),
    'invited person with an account': await person(service),
  };
  await database
    .insert(invitations)
    .values({ id: newId(), organization, user: people['invited person with an account'].user.id });
  await database
    .update(users)
    .set({ isSuperuser: true })
    .where(eq(users.id, people['superuser of another organization'].user.id));

  // An additional team, whose grant names a field: a data owner gives its key to some requesters only.
  const fields = newId();
  await database
    .insert(teams)
    .values({ id: fields, organization, schema: schema.id, role: 'requesters', name: 'Ages', slug: 'ages' });
  await database.insert(grants).values({
    id: newId(),
    schema: schema.id,
    team: fields,
    fieldNames: { __query: true, age: true },
    canShareKeys: false,
    canCreateRecords: false,
  });
  const teamIds = {
    owners: world.owners.id,
    requesters: world.requesters.id,
    contributors: world.contributors.id,
    fields,
  };
  const putOn = (team: string, who: Someone) =>
    database.insert(teamMembers).values({ team, user: who.user.id }).onConflictDoNothing();
  for (const name of everybody) {
    const actor: Actor = actors[name];
    if (name !== 'anonymous' && actor.team) await putOn(teamIds[actor.team], people[name]);
  }
  const off = people['member taken off the teams'];
  const team = `/api/organizations/${organization}/teams/${world.owners.id}/`;
  for (const verb of ['add', 'remove'])
    await world.call(world.people.owner, 'POST', `${team}${verb}_member/`, { id: off.user.id });

  const published = testSegment({ records: 3 });
  await world.upload(published);
  const identities = {} as Record<ActorName, string>;
  for (const name of everybody)
    identities[name] = name === 'anonymous' ? newId() : await identityOf(service, people[name]);
  const requesters = identities['data requester'];
  const request = await requestFor(service, { identity: requesters, schema: schema.id });
  const second = await identityOf(service, world.people.requester);
  const answered = await requestFor(service, { identity: second, schema: schema.id });
  const material = await materialFor(service, { request: answered, uploadedBy: identities['data owner'] });
  const placeOf = async (name: Exclude<ActorName, 'anonymous'>) => {
    // Rows of the matrix make some people members of other organizations.
    const theirs = and(
      eq(organizationUsers.user, people[name].user.id),
      eq(organizationUsers.organization, organization),
    );
    const [place] = await database.select().from(organizationUsers).where(theirs);
    return place!.id;
  };
  const [, grant] = (await world.call(people.owner, 'GET', `${schema.url}grants/`)).json<[Grant, Grant]>();

  return {
    ...world,
    service,
    people,
    identities,
    published,
    upload: published.entry.ranges[0]!.upload,
    request,
    material,
    grant,
    /** Creates an additional team without members. */
    newTeam: async () => {
      // Earlier teams are deleted because the number of teams of a schema is limited.
      await database.delete(teams).where(and(eq(teams.schema, schema.id), eq(teams.role, 'custom')));
      const id = newId();
      await database
        .insert(teams)
        .values({ id, organization, schema: schema.id, role: 'custom', name: 'Guests', slug: 'guests' });
      return id;
    },
    /** A person's membership in the organization. */
    placeOf,
    membership: await placeOf('data requester'),
    team: `/api/organizations/${organization}/teams/${world.requesters.id}/`,
    headersOf: (name: ActorName): Record<string, string> =>
      name === 'anonymous' ? {} : { ...people[name].headers },
    /** The membership of a person who has just joined. */
    newPlace: async () => {
      const { user } = await join();
      const theirs = eq(organizationUsers.user, user.id);
      return (await database.select().from(organizationUsers).where(theirs))[0]!.id;
    },
    /** Creates a service account. */
    account: async () => {
      const id = newId();
      const user = { id, email: `${id.toLowerCase()}@${serviceAccountDomain}`, firstName: 'Billing' };
      await database.insert(users).values({ ...user, isActive: true, isServiceAccount: true });
      await database.insert(organizationUsers).values({ id: newId(), organization, user: id });
      return id;
    },
    /** A newly invited person, and their invitation. */
    invitation: async () => {
      const { user } = await person(service, { active: false });
      const id = newId();
      await database.insert(invitations).values({ id, organization, user: user.id });
      return id;
    },
    /** An invitation of an actor to an organization that is made for it; the anonymous actor's is another person's. */
    invitationOf: async (who: ActorName) => {
      const [host, id] = [await person(service), newId()];
      const user = who === 'anonymous' ? people.member.user.id : people[who].user.id;
      await database.insert(invitations).values({ id, organization: host.organization.id, user });
      return id;
    },
    /** Creates an organization of which an actor is a member or not. */
    hostOf: async (who: ActorName, isMember: boolean) => {
      const { organization: host } = await person(service);
      if (isMember && who !== 'anonymous')
        await database
          .insert(organizationUsers)
          .values({ id: newId(), organization: host.id, user: people[who].user.id });
      return host.id;
    },
    /** Creates a request of the data requester on a new device. */
    newRequest: async () =>
      requestFor(service, {
        identity: await identityOf(service, world.people.requester),
        schema: schema.id,
      }),
  };
}
