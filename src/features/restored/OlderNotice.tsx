/** Shown instead of records that are rejected because they are older than those this machine has seen. */
import { useState } from 'react';
import type { RestoredState, EpochStatement } from '@cloakroom/contract/epochs.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { useActors } from '#src/features/root/index.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Stack } from '#src/ui/layout.ts';
import { FingerprintComparison } from '#src/ui/FingerprintComparison.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { AcceptDialog } from './AcceptDialog.tsx';
import { MissingUploads } from './MissingUploads.tsx';
import { differenceText } from './messages.ts';
import { useTrustRestored } from './queries.ts';

type OlderNoticeProps = { schema: string; state: RestoredState };

export function OlderNotice({ schema, state }: OlderNoticeProps) {
  const [dialog, setDialog] = useState<'accept' | 'trust'>();
  const { missing, as_of, seen, uploads, may_accept, epoch } = state;
  const signer = state.state === 'unconfirmed' ? epoch?.signer : undefined;
  const difference = differenceText(missing);
  const close = () => setDialog(undefined);
  return (
    <>
      <Banner
        tone="warning"
        title={
          signer
            ? `${signer.name} has accepted older records, and isn’t known here as an owner`
            : 'The service holds older records than this machine has seen'
        }
        actions={
          <>
            {signer && (
              <Button size="s" kind="primary" onClick={() => setDialog('trust')}>
                Compare words
              </Button>
            )}
            {may_accept && (
              <Button size="s" {...(!signer && { kind: 'primary' })} onClick={() => setDialog('accept')}>
                Accept the older records
              </Button>
            )}
          </>
        }
      >
        <Stack $gap="s">
          <p>
            {as_of ? `They are from ${formatDateTime(as_of)}` : 'Their date is not known'}
            {seen && `; the newest ones were seen here ${formatDateTime(seen)}`}.{' '}
            {difference === '' ? 'No record that was seen here is missing.' : `${difference}.`}
          </p>
          <MissingUploads uploads={uploads} missing={missing} />
          <p>
            Nothing is searched, decrypted or uploaded here until the reason is clear: a backup of the service
            was restored, or the service withholds records. Uploads in progress have to wait.{' '}
            {!may_accept &&
              !signer &&
              'If a backup was restored, ask one of the schema’s owners to accept these records here.'}
          </p>
        </Stack>
      </Banner>
      {dialog === 'accept' && <AcceptDialog schema={schema} state={state} onClose={close} />}
      {dialog === 'trust' && signer && <TrustDialog schema={schema} signer={signer} onClose={close} />}
    </>
  );
}

type TrustDialogProps = { schema: string; signer: EpochStatement['signer']; onClose: () => void };

/** Confirms the identity of the person who accepted the older records, by its fingerprint. */
function TrustDialog({ schema, signer, onClose }: TrustDialogProps) {
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
      <FingerprintComparison identity={shown} personName={name} onCompared={setWords}>
        Ask {name} to read the eight words from their Identities page, by phone or face to face, and whether
        they own this schema. The words must be the same.
      </FingerprintComparison>
    </ConfirmDialog>
  );
}
