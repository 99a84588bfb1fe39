/** The API tokens of the user, with a dialog that creates them. */
import { useState } from 'react';
import type { NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { Muted, Row } from '#src/ui/layout.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { useApiTokens } from './queries.ts';
import { SecretDialog } from './SecretDialog.tsx';
import { TokenTable } from './TokenTable.tsx';

type Open = { dialog: 'create' } | { dialog: 'secret'; token: NewApiToken };

export function ApiTokens() {
  const tokens = useApiTokens();
  const offlineReason = useOfflineReason('Only the service can create tokens.');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <p>
        <Muted>
          Programs sign in with a token instead of your password. A token can do at most what you can do, in
          the datasets and for the time that you choose.
        </Muted>
      </p>
      <Loaded dated from={tokens} label="Loading tokens" failed="Error fetching tokens">
        {({ items }) => items.length > 0 && <TokenTable tokens={items} />}
      </Loaded>
      <Row>
        <Button icon="plus" unavailable={offlineReason} onClick={() => setOpen({ dialog: 'create' })}>
          Create token
        </Button>
      </Row>
      {open?.dialog === 'create' && (
        <CreateTokenDialog onCreated={(token) => setOpen({ dialog: 'secret', token })} onClose={close} />
      )}
      {open?.dialog === 'secret' && <SecretDialog token={open.token} onClose={close} />}
    </>
  );
}
