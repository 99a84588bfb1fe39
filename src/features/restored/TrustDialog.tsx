/** Confirms the identity of the person who accepted the older records, by its fingerprint. */
import { useState } from 'react';
import type { EpochStatement } from '@cloakroom/contract/epochs.ts';
import { useActors } from '#src/features/root/index.ts';
import { useTrustRestored } from './queries.ts';
import { CompareWords } from '#src/ui/CompareWords.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';

type TrustDialogProps = { schema: string; signer: EpochStatement['signer']; onClose: () => void };

export function TrustDialog({ schema, signer, onClose }: TrustDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useTrustRestored(schema);
  const [words, setWords] = useState<string>();
  const { name, identity, signs, receives, user } = signer;
  const trust = async () => {
    await mutateAsync({ words: words ?? '' });
    raiseAlert({ type: 'success', source: 'Records', content: 'Older records accepted', duration: 5 });
  };
  const keys = { primary_public_key: signs, sub_public_key: receives };
  const shown = { id: identity, url: '', user, device_id: identity, ...keys, created: '', revoked: null };
  return (
    <ConfirmDialog
      title={`Accept what ${name} has signed?`}
      confirm="Accept"
      size="m"
      unavailable={words === undefined ? 'Compare the words first.' : undefined}
      onConfirm={trust}
      onClose={onClose}
    >
      <CompareWords identity={shown} who={name} onCompared={setWords}>
        Ask {name} to read the eight words from their Identities page, by phone or face to face, and whether
        they own this schema. The words must be the same.
      </CompareWords>
    </ConfirmDialog>
  );
}
