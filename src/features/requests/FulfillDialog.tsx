/** Seals one key for one person, once it is clear whose device asks for it. */
import { useState } from 'react';
import type { Request } from '#contract/requests.ts';
import { queryKeyName, requestLine } from '#src/lib/keys.ts';
import { raiseAlert } from '#src/machines/alerts/wiring.ts';
import { useFulfill } from '#src/queries/sharing.ts';
import { CompareWords } from '#src/ui/CompareWords.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { fulfilled } from './words.ts';

type FulfillDialogProps = { request: Request; onClose: () => void };

export function FulfillDialog({ request, onClose }: FulfillDialogProps) {
  const { mutateAsync } = useFulfill();
  const [fingerprint, setFingerprint] = useState<string>();
  const { requestor, schema, field } = requestLine(request);
  const identity = typeof request.identity === 'string' ? null : request.identity;
  const fulfill = async () => {
    await mutateAsync({ id: request.id, ...(fingerprint && { fingerprint }) });
    raiseAlert(fulfilled);
  };
  return (
    <ConfirmDialog title="Fulfill request?" confirm="Fulfill" size="m" onConfirm={fulfill} onClose={onClose}>
      <p>
        {requestor}{' '}
        {field === queryKeyName ? 'will be able to search the records' : `will be able to read ${field}`} of{' '}
        {schema}, on the device with this fingerprint.
      </p>
      {identity && (
        <CompareWords identity={identity} who={requestor} onCompared={setFingerprint}>
          Ask {requestor} to read the eight words from their Identities page, by phone or face to face. They
          must be the same: a device that you have not seen before is trusted only once you have compared
          them.
        </CompareWords>
      )}
    </ConfirmDialog>
  );
}
