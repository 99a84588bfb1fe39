/** A schema's two teams, as the service returns them, and in the form that is edited. */
import type { Grant } from '@cloakroom/contract/grants.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import type { EditedTeam, TeamMember } from '#src/machines/teamEdit/teams.ts';
import { organization } from './people.ts';
import { schema } from './records.ts';
import { alan, grace, mary } from './team.ts';

const personOf = ({ user }: typeof grace): TeamMember => ({ id: user.id, email: user.email });
export const people = {
  ada: { id: '5555555555555555555555', email: 'ada@example.org' },
  grace: personOf(grace),
  alan: personOf(alan),
  mary: personOf(mary),
} as const satisfies Record<string, TeamMember>;

const teamId = (digit: string) => `t${digit.repeat(21)}`;
const team = (id: string, role: Team['role'], name: string, members: Team['members']): Team => ({
  id,
  url: `/api/teams/${id}/`,
  organization: organization.url,
  schema: schema.url,
  role,
  members,
  name,
  slug: role,
});

/** The two teams with these members. */
export const teamsReply = (owners: Team['members'], requesters: Team['members']): Team[] => [
  team(teamId('2'), 'owners', 'People Data Owners', owners),
  team(teamId('3'), 'requesters', 'People Data Requesters', requesters),
];

const grant = (id: string, of: string, granted: Pick<Grant, 'field_names' | 'can_share_keys'>): Grant => ({
  id,
  url: `/api/grants/${id}/`,
  teams: [`/api/teams/${of}/`],
  schema: schema.url,
  can_create_records: granted.can_share_keys,
  ...granted,
});

/** The grants of both teams, with the fields that requesters may decrypt. */
export const grantsWith = (fields: string[]): Grant[] => [
  grant('g2', teamId('2'), { field_names: null, can_share_keys: true }),
  grant('g3', teamId('3'), {
    field_names: Object.fromEntries(['__query', ...fields].map((name) => [name, true as const])),
    can_share_keys: false,
  }),
];

/** Two teams in the form that is edited. */
export const edited = (
  owners: readonly TeamMember[],
  requesters: readonly TeamMember[] = [],
  fields: readonly string[] = [],
): [EditedTeam, EditedTeam] => [
  {
    id: teamId('2'),
    name: 'People Data Owners',
    role: 'owners',
    members: owners,
    fields: null,
    grant: 'g2',
    canUpload: true,
    canShareKeys: true,
  },
  {
    id: teamId('3'),
    name: 'People Data Requesters',
    role: 'requesters',
    members: requesters,
    fields,
    grant: 'g3',
    canUpload: false,
    canShareKeys: false,
  },
];
export const [ownersId, requestersId] = [teamId('2'), teamId('3')];
