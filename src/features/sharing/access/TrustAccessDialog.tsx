/** Accepts a schema's signed list after comparing the fingerprint of the person who created it. */
import { useState } from 'react';
import { useActors } from '#src/features/root/index.ts';
import { useTrustAccess } from './queries.ts';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';

type TrustAccessDialogProps = { schema: string; name: string; words: readonly string[]; onClose: () => void };

export function TrustAccessDialog({ schema, name, words, onClose }: TrustAccessDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useTrustAccess(schema);
  const [compared, setCompared] = useState(false);
  const trust = async () => {
    await mutateAsync({ words: words.join(' ') });
    raiseAlert({ type: 'success', source: 'Permissions', content: 'Signed list accepted', duration: 5 });
  };
  return (
    <ConfirmDialog
      title={`Accept what ${name} has signed?`}
      confirm="Accept"
      size="m"
      unavailable={compared ? undefined : 'Compare the words first.'}
      onConfirm={trust}
      onClose={onClose}
    >
      <DescriptionList
        facts={[
          { name: 'Signed by', value: name },
          { name: 'Fingerprint', value: words.join(' ') },
        ]}
      />
      <p>
        Ask {name} to read the eight words from their Identities page, by phone or face to face, and whether
        they own this schema. The words must be the same.
      </p>
      <Checkbox
        label={`I have compared the words with ${name}`}
        name="compared"
        optional
        checked={compared}
        onChange={({ target }) => setCompared(target.checked)}
      />
    </ConfirmDialog>
  );
}
