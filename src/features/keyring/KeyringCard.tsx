/** The state of this machine's keyring, its passphrase and its recovery words. */
import { useState } from 'react';
import type { Keyring } from '@cloakroom/contract/keyring.ts';
import { Failure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { useKeyring, useLock } from './queries.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Row } from '#src/ui/layout.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { ClosedKeyring } from './ClosedKeyring.tsx';
import { PassphraseDialog } from './PassphraseDialog.tsx';
import { RecoveryDialog } from './RecoveryDialog.tsx';
import { RestoreDialog } from './RestoreForm.tsx';

export function KeyringCard() {
  const keyring = useKeyring(true);
  return (
    <Card as="section">
      <h2>Keyring of this device</h2>
      <Loaded from={keyring} label="Loading the keyring">
        {(found) =>
          found.state === 'open' ? <OpenKeyring keyring={found} /> : <ClosedKeyring keyring={found} />
        }
      </Loaded>
    </Card>
  );
}

const phraseBadges = {
  unseen: <Badge tone="warning">Not written down yet</Badge>,
  confirmed: <Badge tone="success">Written down</Badge>,
  waived: <Badge tone="warning">Skipped</Badge>,
};

const passphraseTexts = {
  own: 'Your own. The keyring locks after 15 minutes of inactivity.',
  file: 'In a file beside the keyring, which only your account on this machine can read.',
  settings: 'Named by the settings of the proxy: a file or a command for all of its keyrings.',
};

function OpenKeyring({ keyring: { phrase, passphrase } }: { keyring: Keyring }) {
  const { raiseAlert } = useActors();
  const [dialog, setDialog] = useState<'words' | 'passphrase' | 'restore'>();
  const lock = useLock();
  const own = passphrase === 'own';
  const obstacle =
    passphrase === 'settings'
      ? 'The settings of the proxy name the passphrase.'
      : phrase === 'unseen'
        ? 'Write down the recovery words first, or skip them.'
        : undefined;
  const lockNow = () =>
    lock.mutate(undefined, {
      onError: (thrown) =>
        raiseAlert({ type: 'error', source: 'Keyring', content: Failure.from(thrown).message }),
    });
  return (
    <>
      <DescriptionList
        facts={[
          { name: 'Recovery words', value: phraseBadges[phrase ?? 'unseen'] },
          {
            name: 'Passphrase',
            value: passphraseTexts[passphrase],
          },
        ]}
      />
      <Row>
        {phrase === 'unseen' && (
          <Button kind="primary" icon="key" onClick={() => setDialog('words')}>
            Write down the recovery words
          </Button>
        )}
        <Button unavailable={obstacle} onClick={() => setDialog('passphrase')}>
          {own ? 'Change passphrase' : 'Set a passphrase'}
        </Button>
        <Button onClick={() => setDialog('restore')}>Enter recovery words</Button>
        {own && (
          <Button icon="lock" pending={lock.isPending} onClick={lockNow}>
            Lock now
          </Button>
        )}
      </Row>
      {dialog === 'words' && (
        <RecoveryDialog onSettled={() => setDialog(undefined)} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'restore' && (
        <RestoreDialog onClose={() => setDialog(undefined)}>
          The keys of these words are added to the keyring on this machine. Everything in it is kept, and what
          was sealed with either can be decrypted here.
        </RestoreDialog>
      )}
      {dialog === 'passphrase' && <PassphraseDialog own={own} onClose={() => setDialog(undefined)} />}
    </>
  );
}
