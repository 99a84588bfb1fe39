/** /materials/overrides */
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { MaterialTabs } from '#src/features/navigation/MaterialTabs.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';

export function OverridesPage() {
  return (
    <Page title="Overrides" tabs={<AccountTabs />}>
      <MaterialTabs />
      <EmptyState icon="key" title="No Overrides">
        A key that you have received takes the place of one that your own keyring would make.
      </EmptyState>
    </Page>
  );
}
