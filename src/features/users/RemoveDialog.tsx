/** Removes a user from the organization, after listing the teams they leave and the keys to renew. */
import type { Organization } from '@cloakroom/contract/organizations.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { Failure } from '#src/shared/failure.ts';
import type { PersonLine } from '#src/shared/people.ts';
import { useActors } from '#src/features/root/index.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useRemovePerson, useTeamsOf } from '#src/features/organizations/index.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';

type Props = { organization: Organization; person: PersonLine; onClose: () => void };

export function RemoveDialog({ organization, person, onClose }: Props) {
  const { id, user, email, program } = person;
  const name = program ?? email;
  const { raiseAlert } = useActors();
  const teams = useTeamsOf(organization.id, user);
  const { mutateAsync } = useRemovePerson(organization.id);
  const offlineReason = useOfflineReason('Removing can’t wait: until then they keep their access.');
  const remove = async () => {
    await mutateAsync(id).catch((thrown: unknown) => {
      const { code, message, status } = Failure.from(thrown);
      const what = program === undefined ? 'remove user' : 'delete service account';
      throw new Failure(code, `Failed to ${what}. ${message}`, { status });
    });
    const content = `${name} has been removed from ${organization.name}`;
    raiseAlert({ type: 'success', source: 'User', content, duration: 5 });
  };
  return (
    <ConfirmDialog
      title={program === undefined ? 'Remove user?' : 'Delete service account?'}
      confirm={program === undefined ? 'Remove' : 'Delete'}
      danger
      size="m"
      unavailable={offlineReason}
      onConfirm={remove}
      onClose={onClose}
    >
      {program === undefined ? (
        <p>
          {email} leaves {organization.name} and loses access to it at once. The records that they uploaded
          stay. You can invite them again at any time.
        </p>
      ) : (
        <p>
          {program} is closed for good: its tokens are refused at once. The records that it uploaded stay.
        </p>
      )}
      {teams.error && <Banner tone="error">{Failure.from(teams.error).message}</Banner>}
      {teams.isPending && <Skeleton label="Looking for their teams" lines={2} lineHeight="20px" />}
      {teams.data && <LeftTeams teams={teams.data} />}
    </ConfirmDialog>
  );
}

type LeftTeam = NonNullable<ReturnType<typeof useTeamsOf>['data']>[number];

/** Further teams are only counted. */
const maxNamedTeams = 8;
const orphanedTitle = 'No one else is on these teams of data owners';

function LeftTeams({ teams }: { teams: readonly LeftTeam[] }) {
  if (teams.length === 0) return <p>They are on no team: there is no key to renew.</p>;
  const orphans = teams.filter(({ role, onlyMember }) => role === 'owners' && onlyMember);
  return (
    <>
      <p>They leave {formatQuantity(teams.length, 'team')}:</p>
      <TeamNames label="Teams they leave" teams={teams} />
      {orphans.length > 0 && (
        <Banner tone="warning" title={orphanedTitle}>
          <TeamNames label={orphanedTitle} teams={orphans} />
          Without a data owner no one can upload records there or hand keys on. Put someone else on them
          first, and have them receive the keys.
        </Banner>
      )}
      <p>
        What they could read before, they may have copied, and the keys stay on their machine. Have a data
        owner of each of these schemas renew its keys afterwards, under Permissions: the old ones don’t open
        what is stored from then on.
      </p>
    </>
  );
}

const TeamNames = ({ label, teams }: { label: string; teams: readonly LeftTeam[] }) => (
  <ul aria-label={label}>
    {teams.slice(0, maxNamedTeams).map(({ id, name }) => (
      <li key={id}>{name}</li>
    ))}
    {teams.length > maxNamedTeams && <li>and {teams.length - maxNamedTeams} more</li>}
  </ul>
);
