/** /materials */
import { useState } from 'react';
import type { Material } from '@cloakroom/contract/materials.ts';
import { MaterialTable } from './MaterialTable.tsx';
import { ReceiveAll } from './ReceiveAll.tsx';
import { ReceiveDialog } from './ReceiveDialog.tsx';
import { KeyringNotice } from '#src/features/keyring/index.ts';
import { AccountTabs, MaterialTabs } from '#src/features/navigation/index.ts';
import { ProxyNotice, useBehindProxy } from '#src/features/proxy/index.ts';
import { listPageSize, listRange } from '#src/shared/listPages.ts';
import { useMaterials } from '#src/features/sharing/queries.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';

export function MaterialsPage() {
  const behindProxy = useBehindProxy();
  const [page, setPage] = useState(1);
  const [selected, setSelected] = useState<Material>();
  const materials = useMaterials(listRange(page));
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
        {(items) => <MaterialTable materials={items} obstacle={obstacle} onReceive={setSelected} />}
      </PagedList>
      {selected && <ReceiveDialog material={selected} onClose={() => setSelected(undefined)} />}
    </Page>
  );
}
