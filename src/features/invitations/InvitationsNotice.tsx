/** Shows that the user has open invitations; renders nothing if there are none. */
import { formatQuantity } from '#src/shared/format/counts.ts';
import { useOwnInvitations } from './queries.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';

export function InvitationsNotice() {
  const items = useOwnInvitations().data?.items ?? [];
  const [first] = items;
  if (!first) return null;
  return (
    <Banner
      tone="info"
      title={
        items.length === 1
          ? `You are invited to ${first.organization_name}`
          : `You have ${formatQuantity(items.length, 'invitation')}`
      }
      actions={
        <LinkButton size="s" icon="mail" to="/invitations">
          Accept or decline
        </LinkButton>
      }
    />
  );
}
