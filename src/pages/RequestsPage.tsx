/** /requests */
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';

export function RequestsPage() {
  return (
    <Page title="Requests" tabs={<AccountTabs />}>
      <EmptyState icon="inbox" title="You have no outstanding requests">
        When somebody joins a team, their request for its keys arrives here.
      </EmptyState>
    </Page>
  );
}
