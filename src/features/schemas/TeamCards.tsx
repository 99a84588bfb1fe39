/** Who is on a schema's teams. */
import type { Team } from '#contract/teams.ts';
import { Card, CardGrid } from '#src/ui/Card.tsx';
import { Muted, PlainList } from '#src/ui/layout.ts';

const rights = {
  owners: 'May upload, search and decrypt records, where their proxy holds the keys.',
  requesters: 'May search the sealed records and see which ones match.',
};

const nameOf = (member: Team['members'][number]) => (typeof member === 'string' ? member : member.email);

export function TeamCards({ teams }: { teams: readonly Team[] }) {
  return (
    <CardGrid label="Teams">
      {teams.map(({ id, name, role, members }) => (
        <li key={id}>
          <Card>
            <h2>{name}</h2>
            <Muted>{rights[role]}</Muted>
            <PlainList>
              {members.map((member) => (
                <li key={nameOf(member)}>{nameOf(member)}</li>
              ))}
            </PlainList>
            {members.length === 0 && <p>No members yet</p>}
          </Card>
        </li>
      ))}
    </CardGrid>
  );
}
