/** The audit log: its entries in words, its filter, and its refusal. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AuditLogEntry } from '@cloakroom/contract/audit.ts';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { page } from '#tests/src/support/fakeServer.ts';
import { adasWorld, organization } from '#tests/src/support/people.ts';
import { grace } from '#tests/src/support/team.ts';

const entry = (properties: Partial<AuditLogEntry>): AuditLogEntry => ({
  id: 'entry',
  organization: organization.url,
  actor: grace.user,
  action: 'create',
  model: 'schema',
  object_id: 'object',
  changes: {},
  remote_address: '127.0.0.1',
  timestamp: '2026-01-01T10:00:00Z',
  ...properties,
});
const entries = [
  entry({ id: '1', changes: { name: 'People' } }),
  entry({ id: '2', actor: null, action: 'update', model: 'organization_user', changes: { is_admin: true } }),
  entry({
    id: '3',
    action: 'update',
    model: 'team',
    changes: { added: ['a', 'b', 'constructor'], removed: [], closed: 2 },
    people: { a: 'ada@example.org' },
  }),
];
const call = `GET /api/organizations/${organization.id}/audit-logs/`;

const visit = async (answer: World[string]) => {
  const opened = openConsole('/users/audit', { ...adasWorld, [call]: answer });
  await opened.heading('Audit log');
  return opened;
};

test('each entry shows when, who, what, and from where', async () => {
  await visit(({ query }) => {
    expect(query.get('expand')).toBe('actor,people');
    return { body: entries };
  });
  const table = within(await screen.findByRole('table', { name: 'Audit log' }));
  const lines = table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(lines[1]).toMatch(/2026.*grace@example\.orgCreated schemaPeople.*127\.0\.0\.1$/);
  expect(lines[2]).toMatch(/Not signed inChanged user’s roleobjectrole: admin127\.0\.0\.1$/);
  expect(lines[3]).toMatch(
    /Changed teamobjectadded: ada@example\.org, b, constructor; closed: 2127\.0\.0\.1$/,
  );
});

test('entries about read, exported, stored, deleted and changed records are described in words', async () => {
  const read = {
    action: 'access',
    changes: { name: 'People', lists: 1, index_reads: 2, records_read: 1200 },
  } as const;
  const exported = { records: 230, filtered: true, values: 'decrypted', format: 'csv' };
  await visit(() => ({
    body: [
      entry({ id: '1', ...read }),
      entry({
        id: '3',
        action: 'update',
        model: 'manifest',
        changes: { version: 1, records: { before: 0, after: 1401 } },
      }),
      entry({
        id: '4',
        action: 'delete',
        model: 'record',
        changes: { version: 2, records: { before: 3, after: 1 }, deleted: 2, ids: ['a', 'b'] },
      }),
      entry({
        id: '5',
        action: 'update',
        model: 'record',
        changes: { version: 3, records: { before: 1, after: 1 }, changed: 1, ids: ['c'] },
      }),
      entry({ id: '2', action: 'access', model: 'export', changes: { name: 'People', ...exported } }),
    ],
  }));
  const table = within(await screen.findByRole('table', { name: 'Audit log' }));
  const lines = table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(lines[1]).toContain(
    'Read recordsPeople1,200 records read, index read 2 times, 1 page of records listed',
  );
  expect(lines[2]).toContain('Stored recordsobjectfrom 0 to 1,401 records');
  expect(lines[3]).toContain('Deleted recordsobject2 deleted, from 3 to 1 record: a, b');
  expect(lines[4]).toContain('Changed recordsobject1 record: c');
  expect(lines[5]).toContain('Exported recordsPeople230 records, matching the filters, decrypted, as CSV');
});

test('entries about keys, teams and the signed list are described in words', async () => {
  await visit(() => ({
    body: [
      entry({ id: '1', action: 'update', changes: { name: 'People', key_checks: ['__query', 'ward'] } }),
      entry({ id: '2', action: 'update', changes: { name: 'People', access_log: 2, signed: 'team' } }),
      entry({
        id: '3',
        model: 'grant',
        changes: {
          team: 't',
          field_names: null,
          can_create_records: true,
          requests_opened: 0,
          requests_closed: 1,
        },
      }),
      entry({ id: '4', action: 'update', model: 'user', changes: { name: 'Grace', password: true } }),
      entry({ id: '5', model: 'grant', changes: { field_names: ['__query', 'ward'] } }),
      // An entry of a service that sends anything.
      entry({
        id: '6',
        action: 'update',
        changes: { key_checks: 7, field_names: { ward: true }, constructor: 1 },
      }),
    ],
  }));
  const table = within(await screen.findByRole('table', { name: 'Audit log' }));
  const lines = table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(lines[1]).toContain('Changed schemaPeoplekeys for searching, ward127');
  expect(lines[2]).toContain('Changed schemaPeoplesigned: members of a team (entry 2 of the signed list)127');
  expect(lines[3]).toContain('team: t; all fields; may add records; 1 request for keys closed127');
  expect(lines[4]).toContain('Changed accountGracenew password127');
  expect(lines[5]).toContain('Created permissionsobjectkeys for searching, ward127');
  expect(lines[6]).toContain('keys for 7; keys for {"ward":true}; constructor: 1127');
});

test('the entries can be filtered by action', async () => {
  const asked: (string | null)[] = [];
  const { user } = await visit(({ query }) => {
    asked.push(query.get('action'));
    return { body: query.get('action') === 'delete' ? [] : entries };
  });
  await screen.findByRole('table');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Deleted');
  await screen.findByRole('heading', { name: 'No entries of this kind yet' });
  expect(asked).toEqual([null, 'delete']);
});

test('a person who is not an admin reads why, and who can help, instead of an error', async () => {
  await visit(() => ({ status: 403, body: { detail: 'Only admins read the audit log.' } }));
  await screen.findByRole('heading', { name: 'This is not shared with you' });
  screen.getByText(
    'Only admins read the audit log. An admin of your organization can change what you have access to.',
  );
  // The list of alerts is there, and empty.
  expect(
    screen
      .queryAllByRole('alert')
      .map(({ textContent }) => textContent)
      .join(''),
  ).toBe('');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('the page of the list is in the address, and a filter goes to the first page', async () => {
  const { user, place } = await visit(({ query }) =>
    page([entry({ id: `at ${query.get('offset')}`, object_id: `object${query.get('offset')}` })], 120),
  );
  await screen.findByText('object0');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('object50');
  expect(place()).toBe('/users/audit?limit=50&offset=50');
  await user.selectOptions(screen.getByLabelText('Show'), 'Created');
  await screen.findByText('object0');
  expect(place()).toBe('/users/audit');
});

test('an address beyond the last page is replaced by the last page', async () => {
  const beyond = '/users/audit?limit=50&offset=5000';
  const { place, router } = openConsole(beyond, {
    ...adasWorld,
    [call]: ({ query }) => page(query.get('offset') === '100' ? [entry({ object_id: 'last' })] : [], 120),
  });
  await screen.findByText('last');
  expect(place()).toBe('/users/audit?limit=50&offset=100');
  expect(router.state.historyAction).toBe('REPLACE');
});
