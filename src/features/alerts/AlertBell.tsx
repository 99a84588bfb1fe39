/** A bell with the number of unread alerts; opens the alert history. */
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { useActors } from '#src/features/root/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { AlertHistory } from './AlertHistory.tsx';

const Wrapper = styled.span`
  position: relative;
  margin-inline-start: auto;
`;
const Count = styled.span`
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0;
  min-inline-size: 18px;
  padding-inline: 4px;
  font-size: ${token.size.xs};
  font-weight: 650;
  line-height: 18px;
  text-align: center;
  color: ${token.color.onAccent};
  background: ${token.color.accent};
  border-radius: ${token.radius.pill};
  pointer-events: none;
`;

export function AlertBell() {
  const { alerts } = useActors();
  const unread = useSelector(alerts, ({ context }) => context.unread);
  const [open, setOpen] = useState(false);
  // The bell shows only after signing in: loads which alerts this user has muted.
  useEffect(() => alerts.send({ type: 'user.signedIn' }), [alerts]);
  return (
    <Wrapper>
      <IconButton
        icon="bell"
        label={unread > 0 ? `Alerts, ${unread} new` : 'Alerts'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {unread > 0 && <Count aria-hidden>{unread > 99 ? '99+' : unread}</Count>}
      {open && <AlertHistory onClose={() => setOpen(false)} />}
    </Wrapper>
  );
}
