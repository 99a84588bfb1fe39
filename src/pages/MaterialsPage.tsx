/** /materials */
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { MaterialTabs } from '#src/features/navigation/MaterialTabs.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';

export function MaterialsPage() {
  return (
    <Page title="Materials" tabs={<AccountTabs />}>
      <MaterialTabs />
      <EmptyState icon="key" title="You have no outstanding materials">
        Keys that others have sealed for you arrive here.
      </EmptyState>
    </Page>
  );
}
