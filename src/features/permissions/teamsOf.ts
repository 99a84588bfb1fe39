/** Joins teams and grants into the form that the team edit uses. */
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import type { Grant } from '@cloakroom/contract/grants.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import type { EditedTeam, TeamMember, Teams } from '#src/machines/teamEdit/teams.ts';

const personOf = (member: Team['members'][number]): TeamMember =>
  typeof member === 'string'
    ? { id: idIn(member), email: idIn(member) }
    : { id: member.id, email: member.email };

/** The fields that some grants let a team decrypt; null for all. */
function fieldsOf(grants: readonly Grant[]): string[] | null {
  if (grants.some(({ field_names }) => field_names === null)) return null;
  const names = grants.flatMap(({ field_names }) => Object.keys(field_names ?? {}));
  return [...new Set(names)].filter((field) => field !== queryKeyName).sort();
}

/** Teams without a grant have no rights to edit, and are left out. */
export const teamsOf = (teams: readonly Team[], grants: readonly Grant[]): Teams =>
  teams.flatMap(({ id, name, role, members }): EditedTeam[] => {
    const [grant, ...otherGrants] = grants.filter((one) => one.teams.some((team) => idIn(team) === id));
    if (!grant) return [];
    return [
      {
        id,
        name,
        role,
        members: members.map(personOf),
        fields: fieldsOf([grant]),
        grant: grant.id,
        canUpload: grant.can_create_records,
        canShareKeys: grant.can_share_keys,
        ...(otherGrants.length > 0 && {
          additional: {
            grants: otherGrants.map(({ id }) => id),
            fields: fieldsOf(otherGrants),
            canUpload: otherGrants.some(({ can_create_records }) => can_create_records),
            canShareKeys: otherGrants.some(({ can_share_keys }) => can_share_keys),
          },
        }),
      },
    ];
  });
