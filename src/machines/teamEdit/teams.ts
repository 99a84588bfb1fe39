/** The teams of a schema during an edit: differences between two versions, and applying them to a third. */
import type { Team } from '@cloakroom/contract/teams.ts';

export type TeamMember = { id: string; email: string };

export type EditedTeam = {
  id: string;
  name: string;
  role: Team['role'];
  /** Sorted by e-mail. */
  members: readonly TeamMember[];
  /** The names of the fields that its members may decrypt; null: all, which can't be changed. */
  fields: readonly string[] | null;
  /** The id of the grant that lists the fields. */
  grant: string;
  /** Whether its members may store records. */
  canUpload: boolean;
  /** Whether its members may share keys and change the teams. */
  canShareKeys: boolean;
  /** What additional grants of the team, created through the API, permit. An edit does not change them. */
  additional?: AdditionalRights;
};
/** What the additional grants of a team permit together, and their ids. */
export type AdditionalRights = Pick<EditedTeam, 'fields' | 'canUpload' | 'canShareKeys'> & {
  grants: readonly string[];
};
export type Teams = readonly EditedTeam[];

type TeamRef = Pick<EditedTeam, 'id' | 'name'>;
/** A change of one member, of a team's fields, or of its right to store records. */
export type Difference =
  | { kind: 'added' | 'removed'; team: TeamRef; person: TeamMember }
  /** `fields` are all fields after the change; `granted` were added, `revoked` removed. */
  | {
      kind: 'fields';
      team: TeamRef & { grant: string };
      fields: string[];
      granted: string[];
      revoked: string[];
    }
  | { kind: 'upload'; team: TeamRef & { grant: string }; upload: boolean };

/** Identifies what is changed: a difference replaces an earlier one with the same key. */
export const differenceKey = (difference: Difference): string =>
  'person' in difference
    ? `${difference.team.id} ${difference.kind} ${difference.person.id}`
    : `${difference.team.id} ${difference.kind}`;

const hasMember = ({ members }: EditedTeam, person: TeamMember): boolean =>
  members.some(({ id }) => id === person.id);
const byEmail = (people: readonly TeamMember[]) =>
  people.toSorted((one, other) => (one.email < other.email ? -1 : Number(one.email > other.email)));

export const withMember = (team: EditedTeam, person: TeamMember): EditedTeam =>
  hasMember(team, person) ? team : { ...team, members: byEmail([...team.members, person]) };

export const withoutMember = (team: EditedTeam, person: TeamMember): EditedTeam => ({
  ...team,
  members: team.members.filter(({ id }) => id !== person.id),
});

export const isMember = (teams: Teams, team: string, person: TeamMember): boolean =>
  teams.some((each) => each.id === team && hasMember(each, person));

/** The teams with one of them changed. */
export const withTeamChanged = (teams: Teams, id: string, change: (team: EditedTeam) => EditedTeam): Teams =>
  teams.map((team) => (team.id === id ? change(team) : team));

const except = (names: readonly string[], others: readonly string[]) =>
  names.filter((name) => !others.includes(name));

function fieldsBetween(before: EditedTeam, { id, name, fields, grant }: EditedTeam): Difference[] {
  if (before.fields === null || fields === null) return [];
  const [granted, revoked] = [except(fields, before.fields), except(before.fields, fields)];
  if (granted.length + revoked.length === 0) return [];
  return [{ kind: 'fields', team: { id, name, grant }, fields: [...fields], granted, revoked }];
}

const uploadBetween = (
  before: EditedTeam,
  { id, name, grant, canUpload: upload }: EditedTeam,
): Difference[] =>
  before.canUpload === upload ? [] : [{ kind: 'upload', team: { id, name, grant }, upload }];

/** The differences between two versions. Teams that are in only one of them are ignored. */
export const diffTeams = (before: Teams, after: Teams): Difference[] =>
  after.flatMap((now) => {
    const previous = before.find(({ id }) => id === now.id);
    if (!previous) return [];
    const team = { id: now.id, name: now.name };
    const member = (kind: 'added' | 'removed') => (person: TeamMember) => ({ kind, team, person }) as const;
    return [
      ...fieldsBetween(previous, now),
      ...uploadBetween(previous, now),
      ...now.members.filter((person) => !hasMember(previous, person)).map(member('added')),
      ...previous.members.filter((person) => !hasMember(now, person)).map(member('removed')),
    ];
  });

function withDifference(team: EditedTeam, difference: Difference): EditedTeam {
  if (difference.kind === 'upload') return { ...team, canUpload: difference.upload };
  if (difference.kind !== 'fields')
    return (difference.kind === 'added' ? withMember : withoutMember)(team, difference.person);
  if (team.fields === null) return team;
  const { granted, revoked } = difference;
  return { ...team, fields: [...new Set([...except(team.fields, revoked), ...granted])].sort() };
}

/** Applies differences to teams; a difference that they contain already has no effect. */
export const applyDifferences = (teams: Teams, differences: readonly Difference[]): Teams =>
  differences.reduce(
    (all, difference) => withTeamChanged(all, difference.team.id, (team) => withDifference(team, difference)),
    teams,
  );
