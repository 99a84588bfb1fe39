/** The link to the requests for keys that the user can fulfill; renders nothing if there are none. */
import { useEffect } from 'react';
import { useWaitingRequests } from '#src/features/sharing/index.ts';
import { NavItem } from '#src/ui/shell/SidebarNav.tsx';
import { requestsPath } from './accountArea.ts';

/** @param onShown - called with whether the link is shown. If it is shown, only this link marks the page as current.. */
export function RequestsLink({ onShown }: { onShown: (shown: boolean) => void }) {
  const waiting = useWaitingRequests() ?? 0;
  useEffect(() => onShown(waiting > 0), [waiting, onShown]);
  if (waiting === 0) return null;
  return (
    <NavItem
      to={requestsPath}
      label="Requests"
      icon="inbox"
      count={waiting}
      counted="waiting for your keys"
    />
  );
}
