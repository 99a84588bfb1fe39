/** The button to leave the organization, with a confirmation. */
import { useState } from 'react';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import { Failure } from '#src/shared/failure.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useLeaveOrganization } from './leaving.ts';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Row } from '#src/ui/layout.ts';

type Props = {
  organization: Organization;
  /** The owner can't leave. */
  owns: boolean;
  onLeft: () => Promise<void>;
};

export function LeaveOrganization({ organization: { id, name }, owns, onLeft }: Props) {
  const [confirming, setConfirming] = useState(false);
  const { mutateAsync } = useLeaveOrganization(id);
  const offlineReason = useOfflineReason('Leaving can’t be queued: the service has to end your membership.');
  const leave = async () => {
    await mutateAsync().catch((thrown: unknown) => {
      const { code, message, status } = Failure.from(thrown);
      throw new Failure(code, `Failed to leave ${name}. ${message}`, { status });
    });
    await onLeft();
  };
  return (
    <Row>
      <Button
        unavailable={owns ? 'The organization’s owner can’t leave it.' : undefined}
        onClick={() => setConfirming(true)}
      >
        Leave organization
      </Button>
      {confirming && (
        <ConfirmDialog
          title={`Leave ${name}?`}
          confirm="Leave"
          danger
          unavailable={offlineReason}
          onConfirm={leave}
          onClose={() => setConfirming(false)}
        >
          <p>
            You leave {name} and all of its teams immediately, and lose access to everything in it. The
            records that you uploaded stay. An admin can invite you again.
          </p>
        </ConfirmDialog>
      )}
    </Row>
  );
}
