/** An export is in the audit log before a record of it is in a file. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditLogEntry } from '@cloakroom/contract/audit.ts';
import type { Someone } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
});
afterAll(() => service.close());

const exported = { records: 1200, filtered: true, values: 'decrypted', format: 'csv' };
const note = (who: Someone, body: object) =>
  world.call(who, 'POST', `/api/schemas/${world.schema.id}/exports/`, body);
const log = async () => {
  const url = `/api/organizations/${world.organization}/audit-logs/?model=export`;
  return (await world.call(world.people.admin, 'GET', url)).json<AuditLogEntry[]>();
};

test('an export is in the log at once for the admins, with person, records and format', async () => {
  const { dataOwner } = world.people;
  expect((await note(dataOwner, exported)).statusCode).toBe(204);
  expect(await log()).toMatchObject([
    {
      actor: `/api/users/${dataOwner.user.id}/`,
      action: 'access',
      object_id: world.schema.id,
      changes: { name: world.schema.name, ...exported },
    },
  ]);
});

test('an export that the log can’t describe is refused', async () => {
  const before = await log();
  for (const wrong of [{ records: -1 }, { values: 'open' }, { format: 'xls' }, { filters: ['age>30'] }])
    expect((await note(world.people.dataOwner, { ...exported, ...wrong })).statusCode).toBe(400);
  expect(await log()).toEqual(before);
});
