/** Only the owners in its access log may change a schema's definition, not every trusted identity. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import { organizationUsers, teamMembers } from '@cloakroom/service/db/schema.ts';
import { definition, startOrganization, rows, type Device } from '../sharing/support.ts';

const world = await startOrganization();
const { ada } = world;
const { database } = world.service;
beforeAll(() => ada.identity());
afterAll(() => world.close());

const lowered: JsonSchema = {
  ...definition,
  properties: { ...definition.properties, age: { type: 'integer', minimum: -5, maximum: 145 } },
};

/**
 * A schema whose records were all deleted, and an admin with its keys whose fingerprint Ada has compared. The service
 * lets admins change definitions.
 */
async function emptied(
  name: string,
  role: Team['role'] = 'owners',
): Promise<{ schema: Schema; bea: Device }> {
  const schema = await ada.people(name);
  const bea = await world.newcomer();
  const theirs = eq(organizationUsers.user, bea.who.user.id);
  await database.update(organizationUsers).set({ isAdmin: true }).where(theirs);
  await bea.identity();
  await ada.admit(schema, role, bea.who);
  await ada.compareAndFulfilAll();
  await bea.compareAndReceiveAll();
  await ada.uploaded(schema.id, rows, 'text/csv');
  const { records } = await ada.search({ schema: schema.id });
  const ids = records.map(({ id }) => `id=${id}`).join('&');
  expect((await ada.send('DELETE', `/api/records/?schema=${schema.id}&${ids}`)).status).toBe(204);
  return { schema, bea };
}

/** Changes the definition at Bea's proxy, and loads the schema at Ada's. */
async function changedBy(bea: Device, schema: Schema): Promise<Response> {
  const patched = await bea.send('PATCH', `/api/schemas/${schema.id}/`, { schema: lowered });
  expect(patched.status).toBe(200);
  return ada.send('POST', '/api/records/search/', { schema: schema.id, filters: [] });
}

describe('a change of the definition by another owner', () => {
  it('is accepted while the access log names the owner', async () => {
    const { schema, bea } = await emptied('By an owner');
    expect((await changedBy(bea, schema)).status).toBe(200);
  });

  it('is not made at the proxy of an admin whom the access log does not name', async () => {
    const { schema, bea } = await emptied('By an admin', 'requesters');
    const answer = await bea.send('PATCH', `/api/schemas/${schema.id}/`, { schema: lowered });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('Only the owners of this schema can change its definition.');
    expect((await ada.search({ schema: schema.id })).total).toBe(0);
  });

  it.each<[what: string, then: (schema: Schema, bea: Device) => Promise<unknown>]>([
    ['removed', () => Promise.resolve()],
    ['removed and made a requester', async (schema, bea) => ada.admit(schema, 'requesters', bea.who)],
  ])('is refused by name after they were %s, even if the service adds them again', async (what, then) => {
    const { schema, bea } = await emptied(`Of people ${what}`);
    const { id: team } = await ada.teamOf(schema, 'owners');
    const { id } = bea.who.user;
    await ada.dismiss(schema, 'owners', bea.who);
    await then(schema, bea);
    const theirs = and(eq(teamMembers.team, team), eq(teamMembers.user, id));
    expect(await database.select().from(teamMembers).where(theirs)).toEqual([]);
    await database.insert(teamMembers).values({ team, user: id });
    const answer = await changedBy(bea, schema);
    expect(answer.status).toBe(422);
    const { detail } = (await answer.json()) as { detail: string };
    expect(detail).toContain(`was changed by ${bea.who.user.firstName}`);
    expect(detail).toContain('who is not among the owners in the signed list of who may have the keys');
    expect(detail).toContain('the minimum of "age" was 0 and is now −5');
    expect((await ada.upload(schema.id, rows, 'text/csv')).status).toBe(422);
  });
});
