/** Compares the fingerprint of a device that has keys already, and signs the comparison. */
import { useState } from 'react';
import type { KnownDevice } from '@cloakroom/contract/accessLog.ts';
import { useActors } from '#src/features/root/index.ts';
import { useCompareDevice } from './queries.ts';
import { CompareWords } from '#src/ui/CompareWords.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';

type CompareDeviceDialogProps = {
  schema: string;
  person: { user: string; email: string };
  device: KnownDevice;
  onClose: () => void;
};

export function CompareDeviceDialog({ schema, person, device, onClose }: CompareDeviceDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useCompareDevice(schema);
  const [words, setWords] = useState<string>();
  const { signs, receives } = device;
  const compare = async () => {
    await mutateAsync({ user: person.user, signs, receives, words: words ?? '' });
    raiseAlert({ type: 'success', source: 'Permissions', content: 'Comparison signed', duration: 5 });
  };
  return (
    <ConfirmDialog
      title="Compare this device?"
      confirm="Sign the comparison"
      size="m"
      unavailable={words === undefined ? 'Compare the words first.' : undefined}
      onConfirm={compare}
      onClose={onClose}
    >
      <CompareWords
        identity={{ device_id: '', primary_public_key: signs, sub_public_key: receives }}
        who={person.email}
        onCompared={setWords}
      >
        Ask {person.email} to read the eight words from their Identities page, by phone or face to face. If
        they read other words, their keys went to a stranger: take them off the teams and renew the keys.
      </CompareWords>
    </ConfirmDialog>
  );
}
