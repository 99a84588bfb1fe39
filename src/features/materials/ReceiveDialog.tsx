/** Opens one key and keeps it, once it is clear whose device has sealed it. */
import { useState } from 'react';
import { fingerprintOf } from '#contract/fingerprint.ts';
import type { Material } from '#contract/materials.ts';
import { materialLine } from '#src/lib/keys.ts';
import { raiseAlert } from '#src/machines/alerts/wiring.ts';
import { useReceive } from '#src/queries/sharing.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Facts } from '#src/ui/Facts.tsx';
import { Fingerprint } from '#src/ui/Fingerprint.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { received } from './words.ts';

type ReceiveDialogProps = { material: Material; onClose: () => void };

export function ReceiveDialog({ material, onClose }: ReceiveDialogProps) {
  const { mutateAsync } = useReceive();
  const [compared, compare] = useState(false);
  const { sealer } = materialLine(material);
  const identity = typeof material.uploaded_by === 'string' ? null : material.uploaded_by;
  const receive = async () => {
    const proof = compared && identity ? { fingerprint: fingerprintOf(identity).words.join(' ') } : {};
    await mutateAsync({ id: material.id, ...proof });
    raiseAlert(received);
  };
  return (
    <ConfirmDialog title="Receive key?" confirm="Receive" size="m" onConfirm={receive} onClose={onClose}>
      <p>{sealer} has sealed a key for you, on the device with this fingerprint.</p>
      {identity && (
        <>
          <Facts
            facts={[
              { name: 'Device ID', value: <code>{identity.device_id}</code> },
              { name: 'Fingerprint', value: <Fingerprint of={identity} /> },
            ]}
          />
          <p>
            A device of {sealer} that this machine has not seen before is trusted only once you have compared
            the six words with them.
          </p>
          <Checkbox
            label={`I have compared the words with ${sealer}`}
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
