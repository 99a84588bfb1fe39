/** Receives one key, after its sealer's fingerprint is compared where that is needed. */
import { useState } from 'react';
import type { Material } from '@cloakroom/contract/materials.ts';
import { materialRow } from '#src/features/sharing/tableRows.ts';
import { useActors } from '#src/features/root/index.ts';
import { useReceive } from '#src/features/sharing/queries.ts';
import { CompareWords } from '#src/ui/CompareWords.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { receivedMessage } from './messages.ts';

type ReceiveDialogProps = { material: Material; onClose: () => void };

export function ReceiveDialog({ material, onClose }: ReceiveDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useReceive();
  const [fingerprint, setFingerprint] = useState<string>();
  const { sealer } = materialRow(material);
  const identity = typeof material.uploaded_by === 'string' ? null : material.uploaded_by;
  const receive = async () => {
    await mutateAsync({ id: material.id, ...(fingerprint && { fingerprint }) });
    raiseAlert(receivedMessage);
  };
  return (
    <ConfirmDialog title="Receive key?" confirm="Receive" size="m" onConfirm={receive} onClose={onClose}>
      <p>{sealer} has sealed a key for you, on the device with this fingerprint.</p>
      {identity && (
        <CompareWords identity={identity} who={sealer} onCompared={setFingerprint}>
          Keys from a device of {sealer} that this machine doesn’t know are taken only once you have compared
          the eight words with them.
        </CompareWords>
      )}
    </ConfirmDialog>
  );
}
