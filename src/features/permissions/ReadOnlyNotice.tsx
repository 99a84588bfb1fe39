/** Explains why the viewer can't change the teams, and who can. */
import type { Teams } from '#src/machines/teamEdit/teams.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { listText } from './rights.ts';

type Props = {
  teams: Teams;
  /** E-mail addresses of the organization's owner and admins. */
  admins: readonly string[];
};

export function ReadOnlyNotice({ teams, admins }: Props) {
  const owners = teams
    .filter(({ share }) => share)
    .flatMap(({ members }) => members.map(({ email }) => email));
  const editors = [...new Set([...owners, ...admins])];
  return (
    <Banner tone="info" title="You can look, but not change anything here">
      Only the schema’s data owners and the organization’s admins change its teams. Ask {listText(editors)}.
    </Banner>
  );
}
