/** /materials */
import { useState } from 'react';
import { MaterialTable } from '#src/features/materials/MaterialTable.tsx';
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { MaterialTabs } from '#src/features/navigation/MaterialTabs.tsx';
import { listPageSize, shownPage } from '#src/lib/listPages.ts';
import { useMaterials } from '#src/queries/sharing.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';

export function MaterialsPage() {
  const [page, setPage] = useState(1);
  const materials = useMaterials(shownPage(page));
  const none = (
    <EmptyState icon="key" title="You have no outstanding materials">
      Keys that others have sealed for you arrive here.
    </EmptyState>
  );
  return (
    <Page title="Materials" tabs={<AccountTabs />}>
      <MaterialTabs />
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
        {(items) => <MaterialTable materials={items} />}
      </PagedList>
    </Page>
  );
}
