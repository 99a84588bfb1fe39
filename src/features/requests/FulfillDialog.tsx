/** Seals one key for one person, once it is clear whose device asks for it. */
import { useState } from 'react';
import type { RequestStanding } from '@cloakroom/contract/accessLog.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import { queryKeyName, requestLine } from '#src/lib/keys.ts';
import { raiseAlert } from '#src/machines/alerts/effects.ts';
import { useFulfill } from '#src/queries/sharing.ts';
import { CompareWords } from '#src/ui/CompareWords.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { fulfilled } from './words.ts';

type FulfillDialogProps = {
  request: Request;
  /** How the device stands to what this machine knows; undefined where that isn't known. */
  device: RequestStanding['device'] | undefined;
  onClose: () => void;
};

const beforehand = {
  new: 'Compare the words first, or choose to share without comparing.',
  changed: 'Compare the words first.',
};

export function FulfillDialog({ request, device, onClose }: FulfillDialogProps) {
  const { mutateAsync } = useFulfill();
  const [fingerprint, setFingerprint] = useState<string>();
  const [without, setWithout] = useState(false);
  const { requestor, schema, field } = requestLine(request);
  const identity = typeof request.identity === 'string' ? null : request.identity;
  const fulfill = async () => {
    const assurance = fingerprint ? { fingerprint } : without && { without_comparing: true as const };
    await mutateAsync({ id: request.id, ...assurance });
    raiseAlert(fulfilled);
  };
  return (
    <ConfirmDialog
      title="Fulfill request?"
      confirm="Fulfill"
      size="m"
      unavailable={
        (device === 'new' || device === 'changed') && !fingerprint && !without
          ? beforehand[device]
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
        <CompareWords identity={identity} who={requestor} onCompared={setFingerprint}>
          Ask {requestor} to read the eight words from their Identities page, by phone or face to face. They
          must be the same: a breached service could put its own keys in the place of theirs.
        </CompareWords>
      )}
      {device === 'new' && !fingerprint && (
        <Checkbox
          label="Share without comparing. Everyone who may have the keys will see that."
          name="without"
          optional
          checked={without}
          onChange={({ target }) => setWithout(target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
