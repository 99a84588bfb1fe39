/** This machine's keyring: what keeps it safe, and what brings it back. */
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
import { MissingKeys } from './MissingKeys.tsx';
import { PassphraseDialog } from './PassphraseDialog.tsx';
import { ProveKeyring } from './ProveKeyring.tsx';
import { RecoveryDialog } from './RecoveryDialog.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { UnlockForm } from './UnlockForm.tsx';

export function KeyringCard() {
  const keyring = useKeyring(true);
  return (
    <Card as="section">
      <h2>Keyring of this device</h2>
      <Loaded from={keyring} label="Looking at the keyring">
        {(found) =>
          found.state === 'locked' ? (
            <UnlockForm />
          ) : found.state === 'missing' ? (
            <MissingKeys earlier={found.earlier} />
          ) : found.state === 'unproven' ? (
            <ProveKeyring passphrase={found.passphrase} />
          ) : (
            <OpenKeyring keyring={found} />
          )
        }
      </Loaded>
    </Card>
  );
}

const phraseBadges = {
  unseen: <Badge tone="warning">Not written down yet</Badge>,
  confirmed: <Badge tone="success">Written down</Badge>,
  waived: <Badge tone="warning">You chose to do without</Badge>,
};

function OpenKeyring({ keyring: { phrase, passphrase } }: { keyring: Keyring }) {
  const { raiseAlert } = useActors();
  const [asked, ask] = useState<'words' | 'passphrase' | 'restore'>();
  const lock = useLock();
  const own = passphrase === 'own';
  const locked = () =>
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
            value: own
              ? 'Your own. The keyring locks after 15 idle minutes.'
              : 'In a file beside the keyring, which only your account on this machine can read.',
          },
        ]}
      />
      <Row>
        {phrase === 'unseen' && (
          <Button kind="primary" icon="key" onClick={() => ask('words')}>
            Write down the recovery words
          </Button>
        )}
        <Button
          unavailable={
            phrase === 'unseen' ? 'Write down the recovery words first, or do without them.' : undefined
          }
          onClick={() => ask('passphrase')}
        >
          {own ? 'Change passphrase' : 'Set a passphrase'}
        </Button>
        <Button onClick={() => ask('restore')}>Enter recovery words</Button>
        {own && (
          <Button icon="lock" pending={lock.isPending} onClick={locked}>
            Lock now
          </Button>
        )}
      </Row>
      {asked === 'words' && (
        <RecoveryDialog onSettled={() => ask(undefined)} onClose={() => ask(undefined)} />
      )}
      {asked === 'restore' && <RestoreDialog onClose={() => ask(undefined)} />}
      {asked === 'passphrase' && <PassphraseDialog own={own} onClose={() => ask(undefined)} />}
    </>
  );
}
