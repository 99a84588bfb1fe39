/** /identities */
import { AccountTabs } from '#src/features/navigation/AccountTabs.tsx';
import { ProxyNotice } from '#src/features/proxy/ProxyNotice.tsx';
import { useBehindProxy } from '#src/features/proxy/useBehindProxy.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';

export function IdentitiesPage() {
  const behindProxy = useBehindProxy();
  return (
    <Page title="Identities" tabs={<AccountTabs />}>
      {behindProxy === false && <ProxyNotice without="Identities are made where the keys are." />}
      <EmptyState icon="key" title="No Identities">
        An identity is the pair of keys by which others share theirs with you.
      </EmptyState>
    </Page>
  );
}
