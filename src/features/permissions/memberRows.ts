/** The lines of a team's list: who is on it, who will be, who won't be any more, and whose change still waits. */
import type { EditedTeam, Person } from '#src/machines/teamEdit/teams.ts';
import type { Waiting } from './useTeamEdit.ts';

export type MemberRow = {
  person: Person;
  /** What saving will do. */
  mark: 'added' | 'removed' | undefined;
  /** What was saved while nobody answered: "Waits to be added". */
  waiting: string | undefined;
};

const waitingText = ({ added, failed }: Waiting): string =>
  failed ? `Was not ${added ? 'added' : 'removed'}` : `Waits to be ${added ? 'added' : 'removed'}`;

/** @param saved - the team as the service has it. */
export function memberRows(saved: EditedTeam, edited: EditedTeam, waiting: readonly Waiting[]): MemberRow[] {
  const own = waiting.filter(({ team }) => team === saved.id);
  const waitingOf = ({ id }: Person) => own.find(({ person }) => person === id);
  const has = (team: EditedTeam, person: Person) => team.members.some(({ id }) => id === person.id);
  const expected = own
    .filter(({ added }) => added)
    .map(({ person, email }): Person => ({ id: person, email }));
  const people = new Map(
    [...expected, ...saved.members, ...edited.members].map((person) => [person.id, person]),
  );
  return [...people.values()]
    .sort((one, other) => (one.email < other.email ? -1 : 1))
    .map((person) => {
      const [before, after] = [has(saved, person), has(edited, person)];
      const waits = waitingOf(person);
      return {
        person,
        mark: before === after ? undefined : after ? 'added' : 'removed',
        waiting: waits && waitingText(waits),
      };
    });
}
