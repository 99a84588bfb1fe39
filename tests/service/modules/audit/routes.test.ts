/** Reading the audit log. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditLogEntry } from '@cloakroom/contract/audit.ts';
import { office } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { caller, makeWorld } from '#tests/service/support/world.ts';

const service = await startService();
const call = caller(service);
const { owner, admin, home } = await office(service);
beforeAll(async () => {
  const organization = owner.organization.id;
  for (const name of ['One', 'Two']) await call(owner, 'POST', '/api/datasets/', { name, organization });
  await call(admin, 'POST', `${home}invitations/`, { email: 'audited@example.org' });
  await call(owner, 'PUT', home, { name: 'Renamed', slug: owner.organization.slug });
});
afterAll(() => service.close());
const log = async (query = '') =>
  (await call(admin, 'GET', `${home}audit-logs/${query}`)).json<AuditLogEntry[]>();

test('an admin reads who did what, the newest first', async () => {
  const entries = await log();
  expect(entries.map(({ model, action }) => `${action} ${model}`)).toEqual([
    'update organization',
    'create invitation',
    'create dataset',
    'create dataset',
  ]);
  expect(entries[0]).toMatchObject({
    organization: home,
    actor: `/api/users/${owner.user.id}/`,
    object_id: owner.organization.id,
    changes: { name: 'Renamed' },
    remote_address: '127.0.0.1',
  });
  const times = entries.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted().reverse());
});

test('the log comes in pages, and by actor, action, model or object', async () => {
  const page = await call(owner, 'GET', `${home}audit-logs/?limit=1&offset=1`);
  expect(page.headers['x-total-count']).toBe('4');
  expect(page.json<AuditLogEntry[]>()).toMatchObject([{ model: 'invitation' }]);
  expect(await log('?model=dataset')).toHaveLength(2);
  expect(await log('?action=update')).toHaveLength(1);
  expect(await log(`?actor=/api/users/${admin.user.id}/`)).toMatchObject([{ model: 'invitation' }]);
  expect(await log(`?object_id=${owner.organization.id}`)).toHaveLength(1);
  expect((await call(owner, 'GET', `${home}audit-logs/?action=peek`)).statusCode).toBe(400);
});

test('contains no address of a person, no password and no link', async () => {
  expect(JSON.stringify(await log())).not.toMatch(/@|signature|password_hash|http/);
});

test('people are named by their e-mail addresses if requested', async () => {
  const { people, home, requesters, call } = await makeWorld(service);
  const { admin, dataOwner, member } = people;
  await call(dataOwner, 'POST', `${home}teams/${requesters.id}/add_member/`, { id: member.user.id });
  const logs = `${home}audit-logs/?model=team&action=update`;
  const [entry] = (await call(admin, 'GET', `${logs}&expand=actor,people`)).json<AuditLogEntry[]>();
  expect(entry).toMatchObject({
    actor: { email: dataOwner.user.email },
    changes: { added: [member.user.id] },
    people: { [member.user.id]: member.user.email },
  });
  const [short] = (await call(admin, 'GET', logs)).json<AuditLogEntry[]>();
  expect(short).not.toHaveProperty('people');
});

test('an id that a caller chose as a name is not looked up', async () => {
  const organization = owner.organization.id;
  await call(owner, 'POST', '/api/datasets/', { name: admin.user.id, organization });
  const [entry] = await log('?model=dataset&expand=people');
  expect(entry).toMatchObject({ changes: { name: admin.user.id }, people: {} });
});
