/** Invites somebody from wherever they are missed. */
import { AddUserDialog } from './AddUserDialog.tsx';

export const InviteUserDialog = ({
  organization,
  onClose,
}: {
  organization: string;
  onClose: () => void;
}) => <AddUserDialog organization={organization} onInvited={onClose} onClose={onClose} />;
