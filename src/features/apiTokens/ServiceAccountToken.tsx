/** The dialogs that create a token of a service account, and show its secret. */
import { useState } from 'react';
import type { NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { SecretDialog } from './SecretDialog.tsx';

type Props = { account: { id: string; name: string }; onClose: () => void };

export function ServiceAccountToken({ account, onClose }: Props) {
  const [token, setToken] = useState<NewApiToken>();
  if (token) return <SecretDialog token={token} onClose={onClose} />;
  return <CreateTokenDialog account={account} onCreated={setToken} onClose={onClose} />;
}
