/** Lists who can read a schema's records. */
import type { ReactNode } from 'react';
import type { Teams } from '#src/machines/teamEdit/teams.ts';
import { Card } from '#src/ui/Card.tsx';
import { Muted, PlainList } from '#src/ui/layout.ts';
import { listText, readersOf } from './rights.ts';

type Props = {
  teams: Teams;
  /** Every field of the schema. */
  fields: readonly string[];
  /** Actions for the viewer. */
  children?: ReactNode;
};

export function WhoCanRead({ teams, fields, children }: Props) {
  const groups = readersOf(teams, fields);
  return (
    <Card as="section" aria-labelledby="who-can-read" $pad="m">
      <h2 id="who-can-read">Who can read this</h2>
      <PlainList>
        {groups.map(({ rights, people }) => (
          <li key={rights}>
            <strong>{listText(people)}</strong>: {rights}.
          </li>
        ))}
        {groups.length === 0 && <li>No one: its teams have no members.</li>}
      </PlainList>
      <Muted>
        No one else: not the organization’s admins, and not the service, which stores sealed values and has no
        keys. Being on a team is not enough either: the keys must also have reached that person’s own machine.
      </Muted>
      {children}
    </Card>
  );
}
