/** Joins teams and grants into the form that the team edit uses. */
import { reservedName } from '@cloakroom/contract/fields.ts';
import type { Grant } from '@cloakroom/contract/grants.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import type { EditedTeam, Person, Teams } from '#src/machines/teamEdit/teams.ts';

const personOf = (member: Team['members'][number]): Person =>
  typeof member === 'string'
    ? { id: idIn(member), email: idIn(member) }
    : { id: member.id, email: member.email };

/** Teams without a grant have no rights to edit, and are left out. */
export const teamsOf = (teams: readonly Team[], grants: readonly Grant[]): Teams =>
  teams.flatMap(({ id, name, role, members }): EditedTeam[] => {
    const grant = grants.find((one) => one.teams.some((team) => idIn(team) === id));
    if (!grant) return [];
    const names = grant.field_names && Object.keys(grant.field_names);
    return [
      {
        id,
        name,
        role,
        members: members.map(personOf),
        fields: names?.filter((field) => field !== reservedName).sort() ?? null,
        grant: grant.id,
        upload: grant.can_create_records,
        share: grant.can_share_keys,
      },
    ];
  });
