/** The teams of a schema while somebody edits them: how two versions differ, and a difference laid over another version. */
import type { Team } from '@cloakroom/contract/teams.ts';

export type Person = { id: string; email: string };

export type EditedTeam = {
  id: string;
  name: string;
  role: Team['role'];
  /** By e-mail. */
  members: readonly Person[];
  /** The fields that its members may open, by name; null for every one, which can't be changed. */
  fields: readonly string[] | null;
  /** The id of the grant that names them. */
  grant: string;
  /** Whether its members may store and delete records. */
  upload: boolean;
  /** Whether its members may hand keys on and change the teams. */
  share: boolean;
};
export type Teams = readonly EditedTeam[];

type Of = Pick<EditedTeam, 'id' | 'name'>;
/** One thing that is different. */
export type Difference =
  | { kind: 'added' | 'removed'; team: Of; person: Person }
  /** `fields` is the whole choice; `opened` and `closed` tell it from the one before. */
  | { kind: 'fields'; team: Of & { grant: string }; fields: string[]; opened: string[]; closed: string[] };

/** What a difference is about: of two with the same name one replaces the other. */
export const differenceKey = (difference: Difference): string =>
  difference.kind === 'fields'
    ? `${difference.team.id} fields`
    : `${difference.team.id} ${difference.kind} ${difference.person.id}`;

const isOn = ({ members }: EditedTeam, person: Person): boolean => members.some(({ id }) => id === person.id);
const byEmail = (people: readonly Person[]) =>
  people.toSorted((one, other) => (one.email < other.email ? -1 : Number(one.email > other.email)));

export const withMember = (team: EditedTeam, person: Person): EditedTeam =>
  isOn(team, person) ? team : { ...team, members: byEmail([...team.members, person]) };

export const withoutMember = (team: EditedTeam, person: Person): EditedTeam => ({
  ...team,
  members: team.members.filter(({ id }) => id !== person.id),
});

export const isMember = (teams: Teams, team: string, person: Person): boolean =>
  teams.some((one) => one.id === team && isOn(one, person));

/** The teams with one of them changed. */
export const withTeamChanged = (teams: Teams, id: string, change: (team: EditedTeam) => EditedTeam): Teams =>
  teams.map((team) => (team.id === id ? change(team) : team));

const without = (some: readonly string[], others: readonly string[]) =>
  some.filter((name) => !others.includes(name));

function fieldsBetween(before: EditedTeam, { id, name, fields, grant }: EditedTeam): Difference[] {
  if (before.fields === null || fields === null) return [];
  const [opened, closed] = [without(fields, before.fields), without(before.fields, fields)];
  if (opened.length + closed.length === 0) return [];
  return [{ kind: 'fields', team: { id, name, grant }, fields: [...fields], opened, closed }];
}

/** What leads from one version of the teams to another. A team that isn't in both is no difference. */
export const diffTeams = (before: Teams, after: Teams): Difference[] =>
  after.flatMap((now) => {
    const then = before.find(({ id }) => id === now.id);
    if (!then) return [];
    const team = { id: now.id, name: now.name };
    const member = (kind: 'added' | 'removed') => (person: Person) => ({ kind, team, person }) as const;
    return [
      ...fieldsBetween(then, now),
      ...now.members.filter((person) => !isOn(then, person)).map(member('added')),
      ...then.members.filter((person) => !isOn(now, person)).map(member('removed')),
    ];
  });

function laid(team: EditedTeam, difference: Difference): EditedTeam {
  if (difference.kind !== 'fields')
    return (difference.kind === 'added' ? withMember : withoutMember)(team, difference.person);
  if (team.fields === null) return team;
  const { opened, closed } = difference;
  return { ...team, fields: [...new Set([...without(team.fields, closed), ...opened])].sort() };
}

/** The teams with these differences laid over them; one that is there already changes nothing. */
export const applyDifferences = (teams: Teams, differences: readonly Difference[]): Teams =>
  differences.reduce(
    (all, difference) => withTeamChanged(all, difference.team.id, (team) => laid(team, difference)),
    teams,
  );
