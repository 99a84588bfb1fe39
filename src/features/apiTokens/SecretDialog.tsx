/** Shows the secret of a new API token, which is not shown again. */
import styled from 'styled-components';
import type { NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Row, Stack } from '#src/ui/layout.ts';

const Secret = styled.code`
  overflow-wrap: anywhere;
  user-select: all;
`;

type Props = { token: NewApiToken; onClose: () => void };

export function SecretDialog({ token, onClose }: Props) {
  const { name, secret, uses_keys: usesKeys, service_account: isForAccount } = token;
  const footer = (
    <Button kind="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title={`Token “${name}”`} size="s" onClose={onClose} footer={footer}>
      <Stack>
        <p>Copy the token now: it is not shown again. Anyone who has it can do what it permits.</p>
        <Row>
          <Secret>{secret}</Secret>
          <CopyButton value={secret} valueName={`token ${name}`} />
        </Row>
        {!usesKeys && (
          <Banner tone="warning">
            {usesKeys === undefined
              ? 'It was created without a proxy, so it can read only names and sealed records. To search, upload or decrypt, create one in the console of the proxy that the program uses.'
              : isForAccount
                ? 'The account has a keyring on this machine that another person’s tokens use, or this sign-in does not show who you are. Sign in with your password and create another token, or let that person create it.'
                : 'This sign-in does not open your keyring on this machine, so the token can’t search, upload or decrypt here. Open the keyring under Identities, then create another token.'}
          </Banner>
        )}
      </Stack>
    </Dialog>
  );
}
