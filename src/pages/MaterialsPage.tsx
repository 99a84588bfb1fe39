/** /materials */
import { useState } from 'react';
import type { Material } from '@cloakroom/contract/materials.ts';
import { MaterialTable } from '#src/features/materials/MaterialTable.tsx';
import { ReceiveAll } from '#src/features/materials/ReceiveAll.tsx';
import { ReceiveDialog } from '#src/features/materials/ReceiveDialog.tsx';
import { KeyringNotice } from '#src/features/keyring/KeyringNotice.tsx';
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { MaterialTabs } from '#src/features/navigation/MaterialTabs.tsx';
import { ProxyNotice } from '#src/features/proxy/ProxyNotice.tsx';
import { useBehindProxy } from '#src/features/proxy/useBehindProxy.ts';
import { listPageSize, shownPage } from '#src/lib/listPages.ts';
import { useMaterials } from '#src/queries/sharing.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';

export function MaterialsPage() {
  const behindProxy = useBehindProxy();
  const [page, setPage] = useState(1);
  const [chosen, choose] = useState<Material>();
  const materials = useMaterials(shownPage(page));
  const obstacle = behindProxy
    ? undefined
    : 'Keys are opened on your machine: open the console at your proxy.';
  const none = (
    <EmptyState icon="key" title="You have no outstanding materials">
      Keys that others have sealed for you arrive here.
    </EmptyState>
  );
  return (
    <Page
      title="Materials"
      tabs={<AccountTabs />}
      actions={<ReceiveAll waiting={materials.data?.total ?? 0} obstacle={obstacle} />}
    >
      <MaterialTabs />
      {behindProxy === false && <ProxyNotice without="Keys are received where your own are." />}
      <KeyringNotice behindProxy={behindProxy === true} />
      <PagedList
        from={materials}
        label="Loading materials"
        failed="Error fetching materials"
        pages="Pages of materials"
        page={page}
        pageSize={listPageSize}
        onPage={setPage}
        empty={none}
      >
        {(items) => <MaterialTable materials={items} obstacle={obstacle} onReceive={choose} />}
      </PagedList>
      {chosen && <ReceiveDialog material={chosen} onClose={() => choose(undefined)} />}
    </Page>
  );
}
