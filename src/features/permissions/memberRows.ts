/** The rows of a team's list: current members, added and removed ones, and queued changes. */
import type { EditedTeam, TeamMember } from '#src/machines/teamEdit/teams.ts';
import type { QueuedMembership } from './useTeamEdit.ts';

export type MemberRow = {
  person: TeamMember;
  /** What saving will do. */
  mark: 'added' | 'removed' | undefined;
  /** A change saved while the service was unreachable: "Waiting to be added". */
  queued: string | undefined;
};

const queuedText = ({ added, failed }: QueuedMembership): string =>
  failed ? `Was not ${added ? 'added' : 'removed'}` : `Waiting to be ${added ? 'added' : 'removed'}`;

/** @param saved - the team as the service has it. */
export function memberRows(
  saved: EditedTeam,
  edited: EditedTeam,
  queued: readonly QueuedMembership[],
): MemberRow[] {
  const own = queued.filter(({ team }) => team === saved.id);
  const queuedOf = ({ id }: TeamMember) => own.find(({ person }) => person === id);
  const isMemberOf = (team: EditedTeam, person: TeamMember) =>
    team.members.some(({ id }) => id === person.id);
  const queuedAdditions = own
    .filter(({ added }) => added)
    .map(({ person, email }): TeamMember => ({ id: person, email }));
  const people = new Map(
    [...queuedAdditions, ...saved.members, ...edited.members].map((person) => [person.id, person]),
  );
  return [...people.values()]
    .sort((one, other) => (one.email < other.email ? -1 : 1))
    .map((person) => {
      const [before, after] = [isMemberOf(saved, person), isMemberOf(edited, person)];
      const change = queuedOf(person);
      return {
        person,
        mark: before === after ? undefined : after ? 'added' : 'removed',
        queued: change && queuedText(change),
      };
    });
}
