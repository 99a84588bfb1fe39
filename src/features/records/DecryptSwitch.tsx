/** The lock icon and the switch between encrypted and decrypted records, announced to screen readers. */
import { useState } from 'react';
import styled from 'styled-components';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Switch } from '#src/ui/form/Switch.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import type { RecordsViewState } from './useRecordsView.ts';

const hint = 'You must be an authorized data owner and decrypt locally using the proxy.';

const Pair = styled.div<{ $open: boolean }>`
  display: flex;
  gap: ${token.space.xs};
  align-items: center;
  > svg {
    color: ${({ $open }) => ($open ? token.color.accent : token.color.muted)};
  }
`;

/** The announcement after a change: "Decrypted. 50 records." or "Encrypted again."; empty at first. */
function useAnnouncement({ decrypted, opening, opened }: RecordsViewState): string {
  const [wasDecrypted, setWasDecrypted] = useState(false);
  if (decrypted && !wasDecrypted) setWasDecrypted(true);
  // While other records are fetched there are none.
  if (opening || (decrypted && opened.size === 0)) return '';
  if (decrypted) return `Decrypted. ${opened.size} ${opened.size === 1 ? 'record' : 'records'}.`;
  return wasDecrypted ? 'Encrypted again.' : '';
}

export function DecryptSwitch({ view }: { view: RecordsViewState }) {
  const announcement = useAnnouncement(view);
  const obstacle = useOfflineReason(
    'Your proxy decrypts the records, and checks your permission with the service each time.',
  );
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
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Pair>
  );
}
