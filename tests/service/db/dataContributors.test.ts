/** The migration that gives existing schemas their third team. */
import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Grant } from '@cloakroom/contract/grants.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import { schemas, teams } from '@cloakroom/service/db/schema.ts';
import { decodeShortId } from '@cloakroom/wire/shortId.ts';
import { startService } from '#tests/service/support/service.ts';
import { makeWorld } from '#tests/service/support/world.ts';

const service = await startService();
const world = await makeWorld(service);
afterAll(() => service.close());

/** Runs the migration's statements on one connection, as the migrator does. */
async function migrate(): Promise<void> {
  const file = 'packages/service/db/migrations/0017_data_contributors.sql';
  const statements = (await readFile(file, 'utf8')).split('--> statement-breakpoint');
  await service.database.transaction(async (transaction) => {
    for (const statement of statements) await transaction.execute(sql.raw(statement));
  });
}
const list = async <Item>(what: string, url = world.schema.url) =>
  (await world.call(world.people.dataOwner, 'GET', `${url}${what}/`)).json<Item[]>();

test('schemas without contributors get the team with its grant, the others stay as they are', async () => {
  const other = await world.newSchema('Patienten: Übersicht');
  const untouched = await list<Team>('teams', other.url);
  await service.database.delete(teams).where(eq(teams.id, world.contributors.id));
  expect(await list('teams')).toHaveLength(2);

  await migrate();
  const [, , added] = await list<Team>('teams');
  expect(added).toMatchObject({
    organization: `/api/organizations/${world.organization}/`,
    role: 'contributors',
    name: 'Train Data Contributors',
    slug: 'train-data-contributors',
    members: [],
  });
  expect(decodeShortId(added!.id)).toHaveLength(16);
  const [, , grant] = await list<Grant>('grants');
  expect(grant).toMatchObject({
    teams: [added!.url],
    field_names: { __query: true },
    can_share_keys: false,
    can_create_records: true,
  });
  expect(decodeShortId(grant!.id)).toHaveLength(16);
  expect(await list<Team>('teams', other.url)).toEqual(untouched);

  await migrate();
  const roles = eq(teams.role, 'contributors');
  expect(await service.database.$count(teams, roles)).toBe(await service.database.$count(schemas));
});
