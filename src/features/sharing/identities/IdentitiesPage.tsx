/** /identities */
import { useState } from 'react';
import type { Identity } from '@cloakroom/contract/identities.ts';
import { CreateIdentity } from './CreateIdentity.tsx';
import { IdentityTable } from './IdentityTable.tsx';
import { RevokeIdentity } from './RevokeIdentity.tsx';
import { KeyringCard, useKeyring } from '#src/features/keyring/index.ts';
import { AccountTabs } from '#src/features/navigation/index.ts';
import { ProxyNotice, useBehindProxy } from '#src/features/proxy/index.ts';
import { listRange, useListPage } from '#src/shared/listPages.ts';
import { useIdentities } from '#src/features/sharing/queries.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';

export function IdentitiesPage() {
  const behindProxy = useBehindProxy();
  const [page, setPage] = useListPage();
  const [revoking, setRevoking] = useState<Identity>();
  const identities = useIdentities(listRange(page));
  const keyring = useKeyring(behindProxy === true).data;
  const device = keyring?.device_id ?? null;
  const hasIdentity =
    identities.data?.items.some((one) => one.device_id === device && one.revoked === null) ?? false;
  const none = (
    <EmptyState icon="key" title="No Identities">
      An identity is the pair of keys by which others share theirs with you, one for each of your devices.
    </EmptyState>
  );
  return (
    <Page
      title="Identities"
      tabs={<AccountTabs />}
      actions={
        <CreateIdentity behindProxy={behindProxy} hasIdentity={hasIdentity} keyring={keyring?.state} />
      }
    >
      {behindProxy === false && <ProxyNotice without="Identities are made where the keys are." />}
      <PagedList
        from={identities}
        label="Loading identities"
        failed="Error fetching identities"
        pages="Pages of identities"
        page={page}
        onPage={setPage}
        empty={none}
      >
        {(items) => <IdentityTable identities={items} device={device} onRevoke={setRevoking} />}
      </PagedList>
      {behindProxy && <KeyringCard />}
      {revoking && <RevokeIdentity identity={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  );
}
