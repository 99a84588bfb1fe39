/** The way to the requests that wait for one's keys, while there are any. */
import { useWaitingRequests } from '#src/queries/sharing.ts';
import { NavItem } from '#src/ui/shell/SidebarNav.tsx';

export function RequestsLine() {
  const waiting = useWaitingRequests();
  if (!waiting) return null;
  return (
    <NavItem to="/requests" label="Requests" icon="inbox" count={waiting} counted="waiting for your keys" />
  );
}
