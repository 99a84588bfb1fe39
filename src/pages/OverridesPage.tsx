/** /materials/overrides */
import { useState } from 'react';
import { DropOverride } from '#src/features/materials/DropOverride.tsx';
import { OverrideTable } from '#src/features/materials/OverrideTable.tsx';
import { KeyringNotice } from '#src/features/keyring/KeyringNotice.tsx';
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { MaterialTabs } from '#src/features/navigation/MaterialTabs.tsx';
import { ProxyNotice } from '#src/features/proxy/ProxyNotice.tsx';
import { useBehindProxy } from '#src/features/proxy/useBehindProxy.ts';
import { listPageSize, shownPage } from '#src/lib/listPages.ts';
import { useOverrides } from '#src/queries/sharing.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';

export function OverridesPage() {
  const behindProxy = useBehindProxy();
  const [page, setPage] = useState(1);
  const [dropped, drop] = useState<string>();
  const overrides = useOverrides(shownPage(page), behindProxy === true);
  const none = (
    <EmptyState icon="key" title="No Overrides">
      A key that you have received takes the place of one that your own keyring would make.
    </EmptyState>
  );
  return (
    <Page title="Overrides" tabs={<AccountTabs />}>
      <MaterialTabs />
      <KeyringNotice behindProxy={behindProxy === true} />
      {behindProxy === false ? (
        <ProxyNotice without="Only your own proxy knows which keys it has received." />
      ) : (
        <PagedList
          from={overrides}
          label="Loading overrides"
          failed="Error fetching overrides"
          pages="Pages of overrides"
          page={page}
          pageSize={listPageSize}
          onPage={setPage}
          empty={none}
        >
          {(items) => <OverrideTable overrides={items} onDrop={drop} />}
        </PagedList>
      )}
      {dropped !== undefined && <DropOverride name={dropped} onClose={() => drop(undefined)} />}
    </Page>
  );
}
