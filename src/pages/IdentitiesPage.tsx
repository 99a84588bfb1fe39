/** /identities */
import { useState } from 'react';
import { IdentityTable } from '#src/features/identities/IdentityTable.tsx';
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { ProxyNotice } from '#src/features/proxy/ProxyNotice.tsx';
import { useBehindProxy } from '#src/features/proxy/useBehindProxy.ts';
import { listPageSize, shownPage } from '#src/lib/listPages.ts';
import { useIdentities } from '#src/queries/sharing.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';

export function IdentitiesPage() {
  const behindProxy = useBehindProxy();
  const [page, setPage] = useState(1);
  const identities = useIdentities(shownPage(page));
  const none = (
    <EmptyState icon="key" title="No Identities">
      An identity is the pair of keys by which others share theirs with you, one for each of your devices.
    </EmptyState>
  );
  return (
    <Page title="Identities" tabs={<AccountTabs />}>
      {behindProxy === false && <ProxyNotice without="Identities are made where the keys are." />}
      <PagedList
        from={identities}
        label="Loading identities"
        failed="Error fetching identities"
        pages="Pages of identities"
        page={page}
        pageSize={listPageSize}
        onPage={setPage}
        empty={none}
      >
        {(items) => <IdentityTable identities={items} />}
      </PagedList>
    </Page>
  );
}
