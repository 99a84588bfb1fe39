/** Encrypted or decrypted: the lock, the switch, and a word to those who listen. */
import { useState } from 'react';
import styled from 'styled-components';
import { useObstacle } from '#src/features/connection/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Switch } from '#src/ui/form/Switch.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import type { RecordsViewShown } from './useRecordsView.ts';

const hint = 'You must be an authorized data owner and decrypt locally using the proxy.';

const Pair = styled.div<{ $open: boolean }>`
  display: flex;
  gap: ${token.space.xs};
  align-items: center;
  > svg {
    color: ${({ $open }) => ($open ? token.color.accent : token.color.muted)};
  }
`;

/** What has become of the page: "Decrypted. 50 records." or "Encrypted again."; nothing at first. */
function useAnnounced({ decrypted, opening, opened }: RecordsViewShown): string {
  const [once, setOnce] = useState(false);
  if (decrypted && !once) setOnce(true);
  if (opening) return '';
  if (decrypted) return `Decrypted. ${opened.size} ${opened.size === 1 ? 'record' : 'records'}.`;
  return once ? 'Encrypted again.' : '';
}

export function DecryptSwitch({ view }: { view: RecordsViewShown }) {
  const said = useAnnounced(view);
  const obstacle = useObstacle('Records are opened by your proxy, which asks the service each time who may.');
  return (
    <Pair $open={view.decrypted}>
      <Icon name={view.decrypted ? 'unlock' : 'lock'} />
      <Switch
        label="Decrypt"
        checked={view.decrypted}
        pending={view.opening}
        unavailable={view.decrypted ? undefined : (obstacle ?? (view.permitted ? undefined : hint))}
        onChange={view.toggle}
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Pair>
  );
}
