/** Replaces records that are refused because they are older than those this machine has seen. */
import { useState } from 'react';
import type { RestoredState } from '@cloakroom/contract/epochs.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Stack } from '#src/ui/layout.ts';
import { AcceptDialog } from './AcceptDialog.tsx';
import { MissingUploads } from './MissingUploads.tsx';
import { TrustDialog } from './TrustDialog.tsx';
import { differenceText } from './messages.ts';

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
            {as_of ? `They are of ${formatDateTime(as_of)}` : 'It isn’t known from when they are'}
            {seen && `; the newest ones were seen here ${formatDateTime(seen)}`}.{' '}
            {difference === '' ? 'No record that was seen here is missing.' : `${difference}.`}
          </p>
          <MissingUploads uploads={uploads} missing={missing} />
          <p>
            Nothing is searched, decrypted or uploaded here until it is clear why: a backup of the service was
            restored, or the service keeps records back. Uploads that are under way wait.{' '}
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
