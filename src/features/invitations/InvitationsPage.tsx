/** /invitations */
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { waitFor } from 'xstate';
import type { OwnInvitation } from '@cloakroom/contract/invitations.ts';
import { OwnInvitations } from './OwnInvitations.tsx';
import { SiteFooter } from '#src/features/legal/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { useOwnInvitations } from './queries.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

export function InvitationsPage() {
  const { session, raiseAlert } = useActors();
  const invitations = useOwnInvitations();
  const client = useQueryClient();
  const navigate = useNavigate();
  const openOrganization = async ({ organization_name: name }: OwnInvitation) => {
    session.send({ type: 'account.changed' });
    await waitFor(session, (state) => state.hasTag('settled'));
    await client.invalidateQueries();
    raiseAlert({ type: 'success', source: 'User', content: `You are a member of ${name} now`, duration: 5 });
    await navigate('/datasets');
  };
  return (
    <AuthFrame
      title="Invitations"
      subtitle="You are a member of an organization once you accept its invitation, and can leave it at any time."
      wide
      below={<Link to="/">Home</Link>}
      footer={<SiteFooter />}
    >
      <Loaded from={invitations} label="Loading invitations" failed="Error fetching invitations">
        {({ items }) => <OwnInvitations invitations={items} onAccepted={openOrganization} />}
      </Loaded>
    </AuthFrame>
  );
}
