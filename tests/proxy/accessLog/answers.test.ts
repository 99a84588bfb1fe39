/** Compares the service's answers to changed teams and grants with what was asked for. */
import { describe, expect, test } from 'vitest';
import { Grant } from '@cloakroom/contract/grants.ts';
import { Team } from '@cloakroom/contract/teams.ts';
import { requireGrant, requireTeam } from '@cloakroom/proxy/accessLog/answers.ts';

const team = Team.parse({
  id: 't1',
  url: '/api/teams/t1/',
  organization: '/api/organizations/o1/',
  schema: '/api/schemas/s1/',
  role: 'requesters',
  members: ['/api/users/u1/', '/api/users/u2/'],
  name: 'Patients Data Requesters',
  slug: 'patients-data-requesters',
});
const wantedTeam = {
  id: 't1',
  organization: 'o1',
  schema: 's1',
  name: team.name,
  members: ['u2', 'u1', 'u1'],
};
const anotherTeam = 'the team is another one than was asked for';

describe('requireTeam', () => {
  test('accepts the members in any order, named twice in the request', () => {
    expect(() => requireTeam(team, wantedTeam)).not.toThrow();
  });

  test.each<[string, Partial<Team>]>([
    ['another id', { id: 't2' }],
    ['another URL', { url: '/api/teams/t2/' }],
    ['another organization', { organization: '/api/organizations/o2/' }],
    ['another schema', { schema: '/api/schemas/s2/' }],
    ['another name', { name: 'Patients Data Owners' }],
    ['a member more', { members: [...team.members, '/api/users/u3/'] }],
    ['a member less', { members: ['/api/users/u1/'] }],
    ['a member twice', { members: [...team.members, '/api/users/u1/'] }],
  ])('refuses %s', (_, change) => {
    expect(() => requireTeam({ ...team, ...change }, wantedTeam)).toThrow(anotherTeam);
  });

  test('ignores schema and members where the change is not signed', () => {
    const unsigned = { ...wantedTeam, schema: undefined, members: undefined };
    expect(() => requireTeam({ ...team, schema: '/api/schemas/s2/', members: [] }, unsigned)).not.toThrow();
  });
});

const grant = Grant.parse({
  id: 'g1',
  url: '/api/grants/g1/',
  teams: ['/api/teams/t1/'],
  schema: '/api/schemas/s1/',
  field_names: { name: true, age: true },
  can_share_keys: false,
  can_create_records: true,
});
const wantedGrant = {
  id: 'g1',
  schema: 's1',
  names: ['age', 'name'],
  stores: true,
  signed: { id: 'g1', teams: ['t1'], field_names: ['age', 'name'], can_share_keys: false },
};
const anotherGrant = 'the list of fields is another one than was asked for';

describe('requireGrant', () => {
  test('accepts the fields in any order', () => {
    expect(() => requireGrant(grant, wantedGrant)).not.toThrow();
  });

  test.each<[string, Partial<Grant>]>([
    ['another id', { id: 'g2' }],
    ['another URL', { url: '/api/grants/g2/' }],
    ['another schema', { schema: '/api/schemas/s2/' }],
    ['a field more', { field_names: { name: true, age: true, dose: true } }],
    ['a field less', { field_names: { name: true } }],
    ['every field', { field_names: null }],
    ['the right to share keys', { can_share_keys: true }],
    ['no right to store records', { can_create_records: false }],
    ['another team', { teams: ['/api/teams/t2/'] }],
    ['a team more', { teams: ['/api/teams/t1/', '/api/teams/t2/'] }],
  ])('refuses %s', (_, change) => {
    expect(() => requireGrant({ ...grant, ...change }, wantedGrant)).toThrow(anotherGrant);
  });

  test('accepts any fields and rights that were not asked for', () => {
    const { names: _, stores: __, ...rest } = wantedGrant;
    expect(() =>
      requireGrant({ ...grant, field_names: null }, { ...rest, names: undefined, stores: undefined }),
    ).not.toThrow();
    expect(() =>
      requireGrant({ ...grant, field_names: null }, { ...wantedGrant, names: null }),
    ).not.toThrow();
  });

  test('ignores teams and the right to share where the change is not signed', () => {
    const unsigned = { ...wantedGrant, signed: undefined };
    expect(() => requireGrant({ ...grant, teams: [], can_share_keys: true }, unsigned)).not.toThrow();
  });
});
