/** Which bodies and queries the contract refuses. Both servers parse them with it before anything else. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '@cloakroom/contract/api.ts';

const id = '2'.repeat(22);
const hex = (bytes: number) => '0'.repeat(2 * bytes);
const passwords = { password: 'long enough by far', password_confirm: 'long enough by far' };
const entry = {
  format: 1,
  schema: id,
  number: 1,
  previous: '',
  time: '2026-01-01T00:00:00.000Z',
  generation: 1,
  signer: { user: id, name: 'Ada', signs: hex(32), receives: hex(32) },
  change: { type: 'team', id, name: 'Team', members: [] },
  mac: hex(32),
  signature: hex(64),
};
const crowded = { ...entry.change, members: Array<string>(1001).fill(id) };

/** A body, or a query, that the contract accepts. */
const right: Record<string, object> = {
  appendAccessLog: entry,
  acceptInvitation: { user_id: id, timestamp: 1, signature: 'x', first_name: 'Ada', ...passwords },
  createDataset: { name: 'People', organization: id },
  createInvitation: { email: 'ada@example.org' },
  denyRequest: {},
  listOrganizations: {},
  listRecords: { schema: id },
  noteExport: { records: 1, filtered: false, values: 'encrypted', format: 'csv' },
  publishManifest: { schema: id, version: 1, segments: [], mac: hex(32) },
  putOrganization: { name: 'Clinic', slug: 'clinic' },
  putSegment: { schema: id },
  readRecords: { schema: id, records: [[hex(12), 0]] },
  register: { email: 'ada@example.org', first_name: 'Ada', ...passwords },
  registerIdentity: { device_id: 'device-1', primary_public_key: hex(32), sub_public_key: hex(32), signature: hex(64) }, // prettier-ignore
  takeLease: { holder: hex(16), seconds: 60 },
  uploadMaterial: { request: id, uploaded_by: id, payload: 'sealed', signature: hex(64), proof: hex(32) },
};

/** Changes after which it is refused, for the field that they change. */
const wrong: Record<string, Record<string, unknown>[]> = {
  appendAccessLog: [{ format: 2 }, { number: 0 }, { change: crowded }],
  acceptInvitation: [{ first_name: ' ' }, { password_confirm: 'another' }, { password: 'short' }],
  createDataset: [{ name: undefined }, { name: '  ' }, { name: 'x'.repeat(128) }, { description: 'y'.repeat(256) }, { name: 'a\0b' }, { name: 'a\ud800' }], // prettier-ignore
  createInvitation: [{ email: 'not an address' }],
  denyRequest: [{ reason: 'x'.repeat(256) }],
  listOrganizations: [{ limit: '0' }, { limit: '1001' }, { limit: '1.5' }, { limit: 'x' }, { offset: '-1' }, { offset: '1e99' }, { offset: '9007199254740993' }], // prettier-ignore
  listRecords: [{ limit: '1001' }, { limit: '0' }, { offset: '-1' }],
  noteExport: [{ records: -1 }, { values: 'open' }, { format: 'xls' }],
  publishManifest: [{ mac: hex(8) }, { segments: [{ id: hex(16) }] }],
  putOrganization: ['-a', 'a_b', 'а', 'Upper', 'a--b', 'xn--80ak6aa92e', 'ümlaut', ''].map((slug) => ({ slug })), // prettier-ignore
  putSegment: [{ schema: undefined }],
  readRecords: [{ records: 'x' }, { records: [['ab', 1]] }, { records: [[hex(12), -1]] }, { records: Array(1001).fill([hex(12), 1]) }], // prettier-ignore
  register: [
    { password_confirm: 'another' },
    { password: 'short' },
    { email: 'nobody' },
    { first_name: ' ' },
  ],
  registerIdentity: [{ primary_public_key: hex(31) }, { primary_public_key: 'A'.repeat(64) }, { device_id: '../../x' }, { signature: undefined }], // prettier-ignore
  takeLease: [{ seconds: 601 }],
  uploadMaterial: [{ payload: '' }, { payload: 'a+b/' }, { payload: 'a'.repeat(65_537) }, { signature: '00' }, { proof: 'A'.repeat(64) }], // prettier-ignore
};

const inputOf = (name: string): z.ZodType => {
  const { body, query } = api.find((each) => each.name === name)!.call;
  return body instanceof z.ZodType ? body : query!;
};

test.each(Object.entries(right))('%s accepts a valid body', (name, body) => {
  expect(inputOf(name).safeParse(body).error).toBeUndefined();
});

const refusals = Object.entries(wrong).flatMap(([name, changes]) =>
  changes.map((change, at) => [name, Object.keys(change)[0]!, at + 1, change] as const),
);
test.each(refusals)('%s refuses %s by its name (%i)', (name, field, _, change) => {
  const { error } = inputOf(name).safeParse({ ...right[name], ...change });
  const named = field === 'password' ? /^password/ : new RegExp(`^${field}$`);
  expect(error?.issues.map(({ path }) => String(path[0]))).toContainEqual(expect.stringMatching(named));
});

/** Fields of stored objects, and names that every object inherits. */
const readOnly = ['id', 'url', 'owner', 'creator', 'created', 'is_admin', 'is_superuser', 'is_active', 'permissions', 'settings', 'slug', 'user', 'organization', 'organization_users', 'date_joined', 'plan', 'constructor', '__proto__']; // prettier-ignore
/** The calls that set such a field. */
const settable = ['addMember id', 'createApiToken organization', 'createDataset organization', 'createDataset slug', 'createInvitation is_admin', 'createInvitation organization', 'createOrganization is_active', 'createOrganization slug', 'createSchema slug', 'createTeam organization', 'createTeam slug', 'patchOrganizationUser is_admin', 'patchTeam slug', 'putOrganization is_active', 'putOrganization owner', 'putOrganization slug', 'putTeam organization', 'putTeam slug', 'removeMember id']; // prettier-ignore

test('no body may set a read-only field or one that the contract does not name', () => {
  const accepted = api.flatMap(({ name, call: { body, answeredBy } }) => {
    if (!(body instanceof z.ZodType) || answeredBy === 'proxy') return [];
    return [...readOnly, 'unknown'].flatMap((field) => {
      const sent: unknown = JSON.parse(`{"${field}":"x"}`);
      const refused = body.safeParse(sent).error?.issues.some(({ code }) => code === 'unrecognized_keys');
      return refused ? [] : [`${name} ${field}`];
    });
  });
  expect(accepted.sort()).toEqual(settable);
});
