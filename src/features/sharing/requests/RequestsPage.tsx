/** /requests */
import { useState } from 'react';
import type { Request } from '@cloakroom/contract/requests.ts';
import { UnconfirmedRequest } from '#src/features/sharing/access/UnconfirmedRequest.tsx';
import { KeyringNotice } from '#src/features/keyring/index.ts';
import { AccountTabs } from '#src/features/navigation/index.ts';
import { ProxyNotice, useBehindProxy } from '#src/features/proxy/index.ts';
import { DenyDialog } from './DenyDialog.tsx';
import { FulfillAll } from './FulfillAll.tsx';
import { FulfillDialog } from './FulfillDialog.tsx';
import { RequestTable } from './RequestTable.tsx';
import { listPageSize, listRange } from '#src/shared/listPages.ts';
import { useRequestStandings } from '#src/features/sharing/access/queries.ts';
import { useRequests } from '#src/features/sharing/queries.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';

type OpenDialog = { action: 'fulfill' | 'deny'; request: Request };

export function RequestsPage() {
  const behindProxy = useBehindProxy();
  const [page, setPage] = useState(1);
  const [dialog, setDialog] = useState<OpenDialog>();
  const requests = useRequests(listRange(page));
  const obstacle = behindProxy
    ? undefined
    : 'Keys are sealed where they are: open the console at your proxy.';
  const standings = useRequestStandings(behindProxy === true);
  const standing = standings?.find(({ request }) => request === dialog?.request.id);
  const close = () => setDialog(undefined);
  const none = (
    <EmptyState icon="inbox" title="You have no outstanding requests">
      When somebody joins a team of a schema whose keys you may share, their request arrives here.
    </EmptyState>
  );
  return (
    <Page
      title="Requests"
      tabs={<AccountTabs />}
      actions={<FulfillAll waiting={requests.data?.total ?? 0} obstacle={obstacle} />}
    >
      {behindProxy === false && <ProxyNotice without="Requests are fulfilled where the keys are." />}
      <KeyringNotice behindProxy={behindProxy === true} />
      <PagedList
        from={requests}
        label="Loading requests"
        failed="Error fetching requests"
        pages="Pages of requests"
        page={page}
        pageSize={listPageSize}
        onPage={setPage}
        empty={none}
      >
        {(items) => (
          <RequestTable
            requests={items}
            standings={standings}
            obstacle={obstacle}
            onFulfill={(request) => setDialog({ action: 'fulfill', request })}
            onDeny={(request) => setDialog({ action: 'deny', request })}
          />
        )}
      </PagedList>
      {dialog?.action === 'fulfill' && standing?.access === 'unconfirmed' && (
        <UnconfirmedRequest request={dialog.request} onClose={close} />
      )}
      {dialog?.action === 'fulfill' && standing?.access !== 'unconfirmed' && (
        <FulfillDialog request={dialog.request} device={standing?.device} onClose={close} />
      )}
      {dialog?.action === 'deny' && <DenyDialog request={dialog.request} onClose={close} />}
    </Page>
  );
}
