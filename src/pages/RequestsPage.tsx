/** /requests */
import { useState } from 'react';
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { RequestTable } from '#src/features/requests/RequestTable.tsx';
import { listPageSize, shownPage } from '#src/lib/listPages.ts';
import { useRequests } from '#src/queries/sharing.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';

export function RequestsPage() {
  const [page, setPage] = useState(1);
  const requests = useRequests(shownPage(page));
  const none = (
    <EmptyState icon="inbox" title="You have no outstanding requests">
      When somebody joins a team of a schema whose keys you may share, their request arrives here.
    </EmptyState>
  );
  return (
    <Page title="Requests" tabs={<AccountTabs />}>
      <PagedList
        from={requests}
        label="Loading requests"
        failed="Error fetching requests"
        pages="Pages of requests"
        page={page}
        pageSize={listPageSize}
        onPage={setPage}
        empty={none}
      >
        {(items) => <RequestTable requests={items} />}
      </PagedList>
    </Page>
  );
}
