/** Seals one key for one person, once it is clear whose device asks for it. */
import { useState } from 'react';
import { fingerprintOf } from '#contract/fingerprint.ts';
import type { Request } from '#contract/requests.ts';
import { queryKeyName, requestLine } from '#src/lib/keys.ts';
import { raiseAlert } from '#src/machines/alerts/wiring.ts';
import { useFulfill } from '#src/queries/sharing.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Facts } from '#src/ui/Facts.tsx';
import { Fingerprint } from '#src/ui/Fingerprint.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { fulfilled } from './words.ts';

type FulfillDialogProps = { request: Request; onClose: () => void };

export function FulfillDialog({ request, onClose }: FulfillDialogProps) {
  const { mutateAsync } = useFulfill();
  const [compared, compare] = useState(false);
  const { requestor, schema, field } = requestLine(request);
  const identity = typeof request.identity === 'string' ? null : request.identity;
  const fulfill = async () => {
    const proof = compared && identity ? { fingerprint: fingerprintOf(identity).words.join(' ') } : {};
    await mutateAsync({ id: request.id, ...proof });
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
        <>
          <Facts
            facts={[
              { name: 'Device ID', value: <code>{identity.device_id}</code> },
              { name: 'Fingerprint', value: <Fingerprint of={identity} /> },
            ]}
          />
          <p>
            Ask {requestor} to read the six words from their Identities page, by phone or face to face. They
            must be the same: a device that you have not seen before is trusted only once you have compared
            them.
          </p>
          <Checkbox
            label={`I have compared the words with ${requestor}`}
            name="compared"
            optional
            checked={compared}
            onChange={(event) => compare(event.target.checked)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
