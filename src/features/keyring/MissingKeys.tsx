/** Shows what is known about keys that are not on this machine. They can be restored from their words, or replaced by new keys. */
import { useState } from 'react';
import type { EarlierKeys } from '@cloakroom/contract/keyring.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { formatDate } from '#src/shared/format/moments.ts';
import { useActors } from '#src/features/root/index.ts';
import { useBeginKeyring } from './queries.ts';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Stack } from '#src/ui/layout.ts';
import { RestoreForm } from './RestoreForm.tsx';

const none: EarlierKeys = { devices: [], schemas: [] };

export function MissingKeys({ earlier = none }: { earlier: EarlierKeys | undefined }) {
  const [beginning, setBeginning] = useState(false);
  return (
    <Stack>
      <p>
        {earlierKeysText(earlier)} They are not on this machine, so nothing can be searched, decrypted,
        uploaded or shared here. Enter the 24 recovery words of those keys to have access again immediately.
      </p>
      <RestoreForm
        actions={
          <Button kind="quiet" onClick={() => setBeginning(true)}>
            I don’t have the words
          </Button>
        }
      />
      {beginning && <BeginDialog onClose={() => setBeginning(false)} />}
    </Stack>
  );
}

function BeginDialog({ onClose }: { onClose: () => void }) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useBeginKeyring();
  const begin = async () => {
    await mutateAsync(undefined);
    raiseAlert({
      type: 'success',
      source: 'Keyring',
      content: 'This machine has new keys. Create an identity, so that keys can be shared with it.',
      duration: 10,
    });
  };
  return (
    <ConfirmDialog
      title="Start with new keys?"
      confirm="Start with new keys"
      size="m"
      onConfirm={begin}
      onClose={onClose}
    >
      <p>
        Do this on a new device, or if the words are lost. Records that your earlier keys sealed can’t be
        decrypted here until a data owner, or another device of yours, shares their keys with this one.
      </p>
      <p>
        Nothing is deleted. You can still enter the words later, under Identities: both sets of keys are kept.
      </p>
    </ConfirmDialog>
  );
}

/** "You had keys on the device 3fQx… since Nov 2, 2026, and made the keys of 2 schemas." */
function earlierKeysText({ devices, schemas }: EarlierKeys): string {
  const [device] = devices;
  const others = devices.length - 1;
  const on = device
    ? `on the device ${device.device_id.slice(0, deviceIdCharacters)}… since ${formatDate(device.created)}${others > 0 ? ` and on ${formatQuantity(others, 'other')}` : ''}`
    : '';
  const [schema] = schemas;
  const made = schema
    ? schemas.length === 1
      ? `made the keys of the schema “${schema.name}”`
      : `made the keys of ${formatQuantity(schemas.length, 'schema')}`
    : '';
  if (on && made) return `You had keys ${on}, and ${made}.`;
  return on ? `You had keys ${on}.` : made ? `You ${made}.` : 'You had keys before.';
}

/** The same number as on the Identities page. */
const deviceIdCharacters = 12;
