/** The dialog to invite a user, for other features. */
import { AddUserDialog } from './AddUserDialog.tsx';

export const InviteUserDialog = ({
  organization,
  onClose,
}: {
  organization: string;
  onClose: () => void;
}) => <AddUserDialog organization={organization} onInvited={onClose} onClose={onClose} />;
