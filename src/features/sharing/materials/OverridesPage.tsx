/** /materials/overrides */
import { useState } from 'react';
import { DropOverride } from './DropOverride.tsx';
import { OverrideTable } from './OverrideTable.tsx';
import { KeyringNotice } from '#src/features/keyring/index.ts';
import { AccountTabs, MaterialTabs } from '#src/features/navigation/index.ts';
import { ProxyNotice, useBehindProxy } from '#src/features/proxy/index.ts';
import { listPageSize, listRange } from '#src/shared/listPages.ts';
import { useOverrides } from '#src/features/sharing/queries.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';

export function OverridesPage() {
  const behindProxy = useBehindProxy();
  const [page, setPage] = useState(1);
  const [dropping, setDropping] = useState<string>();
  const overrides = useOverrides(listRange(page), behindProxy === true);
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
          {(items) => <OverrideTable overrides={items} onDrop={setDropping} />}
        </PagedList>
      )}
      {dropping !== undefined && <DropOverride name={dropping} onClose={() => setDropping(undefined)} />}
    </Page>
  );
}
