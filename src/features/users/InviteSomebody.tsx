/** Invites somebody from wherever they are missed; shows the link where no mail server is configured. */
import { useState } from 'react';
import { AddUserDialog } from './AddUserDialog.tsx';
import { InvitationLinkDialog } from './InvitationLinkDialog.tsx';

type Handed = { email: string; link: string; expires: string };

export function InviteSomebody({ organization, onClose }: { organization: string; onClose: () => void }) {
  const [handed, setHanded] = useState<Handed>();
  if (handed) return <InvitationLinkDialog {...handed} onClose={onClose} />;
  return (
    <AddUserDialog
      organization={organization}
      onInvited={(email, { link, expires }) =>
        link === undefined ? onClose() : setHanded({ email, link, expires })
      }
      onClose={onClose}
    />
  );
}
