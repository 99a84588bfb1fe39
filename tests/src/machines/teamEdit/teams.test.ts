import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffTeams, applyDifferences, type TeamMember, type Teams } from '#src/machines/teamEdit/teams.ts';
import { edited } from '#tests/src/support/teams.ts';

const everybody = 'abcdef'.split('').map((id): TeamMember => ({ id, email: `${id}@example.org` }));
const some = fc.subarray(everybody);
const fields = fc.subarray(['age', 'city', 'name']);
const teams = fc.tuple(some, some, fields).map((parts): Teams => edited(...parts));

test('applying the difference of two versions to the first gives the second', () => {
  fc.assert(
    fc.property(teams, teams, (before, after) => {
      expect(applyDifferences(before, diffTeams(before, after))).toEqual(after);
      expect(diffTeams(after, after)).toEqual([]);
    }),
  );
});

test('an edit applied to other people’s changes keeps both, and applying it twice changes nothing', () => {
  fc.assert(
    fc.property(teams, teams, teams, (before, mine, theirs) => {
      const own = diffTeams(before, mine);
      const both = applyDifferences(theirs, own);
      expect(applyDifferences(both, own)).toEqual(both);
      const touched = new Set(
        own.flatMap((one) => ('person' in one ? [`${one.team.id} ${one.person.id}`] : [])),
      );
      both.forEach((team, at) => {
        for (const person of everybody) {
          const has = ({ members }: { members: readonly TeamMember[] }) =>
            members.some(({ id }) => id === person.id);
          const decided = touched.has(`${team.id} ${person.id}`) ? mine[at] : theirs[at];
          expect(has(team)).toBe(has(decided!));
        }
      });
    }),
  );
});
