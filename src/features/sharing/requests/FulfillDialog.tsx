/** Fulfills one request, after the fingerprint of its device is compared where that is needed. */
import { useState } from 'react';
import type { RequestStatus } from '@cloakroom/contract/accessLog.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import { requestRow } from '#src/features/sharing/tableRows.ts';
import { titledFailure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { useFulfill } from '#src/features/sharing/queries.ts';
import { FingerprintComparison } from '#src/ui/FingerprintComparison.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import type { AlertInput } from '#src/machines/alerts/types.ts';

type FulfillDialogProps = {
  request: Request;
  /** What this machine knows of the device; undefined if unknown. */
  device: RequestStatus['device'] | undefined;
  onClose: () => void;
};

const compareFirst = {
  new: 'Compare the words first, or choose to share without comparing.',
  changed: 'Compare the words first.',
};

export function FulfillDialog({ request, device, onClose }: FulfillDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useFulfill();
  const [fingerprint, setFingerprint] = useState<string>();
  const [withoutComparing, setWithoutComparing] = useState(false);
  const { requestor, schema, field } = requestRow(request);
  const identity = typeof request.identity === 'string' ? null : request.identity;
  const fulfill = async () => {
    const assurance = fingerprint
      ? { fingerprint }
      : withoutComparing && { without_comparing: true as const };
    await mutateAsync({ id: request.id, ...assurance }).catch((thrown: unknown) => {
      throw titledFailure(fulfillFailedTitle, thrown);
    });
    raiseAlert(fulfilledMessage);
  };
  return (
    <ConfirmDialog
      title="Fulfill request?"
      confirm="Fulfill"
      size="m"
      unavailable={
        (device === 'new' || device === 'changed') && !fingerprint && !withoutComparing
          ? compareFirst[device]
          : undefined
      }
      onConfirm={fulfill}
      onClose={onClose}
    >
      <p>
        {requestor}{' '}
        {field === queryKeyName ? 'will be able to search the records' : `will be able to read ${field}`} of{' '}
        {schema}, on the device with this fingerprint.
      </p>
      {identity && (
        <FingerprintComparison identity={identity} personName={requestor} onCompared={setFingerprint}>
          Ask {requestor} to read the eight words from their Identities page, by phone or face to face. They
          must be the same: a breached service could put its own keys in the place of theirs.
        </FingerprintComparison>
      )}
      {device === 'new' && !fingerprint && (
        <Checkbox
          label="Share without comparing. Everyone who may have the keys will see that."
          name="without"
          optional
          checked={withoutComparing}
          onChange={({ target }) => setWithoutComparing(target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}

/** The same title as for identities is specified. */
export const fulfillFailedTitle = 'Error creating identity';

/** Alerts about requests. */
export const fulfilledMessage: AlertInput = {
  type: 'success',
  source: 'Requests',
  content: 'Requests fulfilled successfully',
  duration: 5,
};
