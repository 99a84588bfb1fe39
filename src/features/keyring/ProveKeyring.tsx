/** Asks for the passphrase or the recovery words, as proof that the keyring on this machine is the user's. */
import { useState } from 'react';
import type { Keyring } from '@cloakroom/contract/keyring.ts';
import { Button } from '#src/ui/Button.tsx';
import { CommandText } from '#src/ui/CommandText.ts';
import { RestoreDialog } from './RestoreForm.tsx';
import { UnlockForm } from './UnlockForm.tsx';

export function ProveKeyring({ passphrase }: Pick<Keyring, 'passphrase'>) {
  const [entering, setEntering] = useState(false);
  return (
    <>
      <UnlockForm
        actions={
          <Button kind="quiet" onClick={() => setEntering(true)}>
            Enter recovery words
          </Button>
        }
      >
        <p>
          Your keyring is on this machine, but this sign-in does not show that it is yours: it had no
          password, or not the one that the keyring knows. Until you enter the keyring’s passphrase or its 24
          recovery words, nothing can be searched, decrypted, uploaded or shared here. Both go to the proxy on
          this machine and nowhere else. If you signed in with a password, it opens the keyring from then on.
        </p>
        {passphrase === 'settings' && (
          <p>The settings of the proxy name the passphrase: a file or a command for all of its keyrings.</p>
        )}
        {passphrase === 'file' && (
          <p>
            You have not chosen a passphrase, so it is the line in a file beside the keyring whose name ends
            in <code>.passphrase</code>. <CommandText>npm run proxy -- keyring show</CommandText> prints where
            the keyring is.
          </p>
        )}
      </UnlockForm>
      {entering && (
        <RestoreDialog
          submit="Open my keyring"
          doneMessage="Your keyring is open for this sign-in."
          onClose={() => setEntering(false)}
        >
          The 24 words of the keyring on this machine show that it is yours.
        </RestoreDialog>
      )}
    </>
  );
}
