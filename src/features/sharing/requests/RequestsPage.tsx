/** /requests */
import { useState } from 'react';
import type { z } from 'zod';
import { type Request, denyRequest } from '@cloakroom/contract/requests.ts';
import { UnconfirmedRequest } from '#src/features/sharing/access/UnconfirmedRequest.tsx';
import { KeyringNotice } from '#src/features/keyring/index.ts';
import { AccountTabs } from '#src/features/navigation/index.ts';
import { ProxyNotice, useBehindProxy } from '#src/features/proxy/index.ts';
import { listRange, useListPage } from '#src/shared/listPages.ts';
import { useRequestStatuses } from '#src/features/sharing/access/queries.ts';
import { useRequests, useFulfillAll, useDeny } from '#src/features/sharing/queries.ts';
import { titledFailure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { requestRow } from '#src/features/sharing/tableRows.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FormDialog } from '#src/ui/form/FormDialog.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { FulfillDialog, fulfilledMessage, fulfillFailedTitle } from './FulfillDialog.tsx';
import { RequestTable } from './RequestTable.tsx';

type OpenDialog = { action: 'fulfill' | 'deny'; request: Request };

export function RequestsPage() {
  const behindProxy = useBehindProxy();
  const [page, setPage] = useListPage();
  const [dialog, setDialog] = useState<OpenDialog>();
  const requests = useRequests(listRange(page));
  const obstacle = behindProxy
    ? undefined
    : 'Keys are sealed where they are: open the console at your proxy.';
  const statuses = useRequestStatuses(behindProxy === true);
  const status = statuses?.find(({ request }) => request === dialog?.request.id);
  const close = () => setDialog(undefined);
  const none = (
    <EmptyState icon="inbox" title="You have no outstanding requests">
      When someone joins a team of a schema whose keys you may share, their request arrives here.
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
        onPage={setPage}
        empty={none}
      >
        {(items) => (
          <RequestTable
            requests={items}
            statuses={statuses}
            obstacle={obstacle}
            onFulfill={(request) => setDialog({ action: 'fulfill', request })}
            onDeny={(request) => setDialog({ action: 'deny', request })}
          />
        )}
      </PagedList>
      {dialog?.action === 'fulfill' && status?.access === 'unconfirmed' && (
        <UnconfirmedRequest request={dialog.request} onClose={close} />
      )}
      {dialog?.action === 'fulfill' && status?.access !== 'unconfirmed' && (
        <FulfillDialog request={dialog.request} device={status?.device} onClose={close} />
      )}
      {dialog?.action === 'deny' && <DenyDialog request={dialog.request} onClose={close} />}
    </Page>
  );
}

type FulfillAllProps = {
  /** Number of outstanding requests. */
  waiting: number;
  /** Why no request can be fulfilled. */
  obstacle: string | undefined;
};

/** Fulfills all requests from known devices. */
function FulfillAll({ waiting, obstacle }: FulfillAllProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync, isPending } = useFulfillAll();
  const fulfill = async () => {
    try {
      const { length } = await mutateAsync(undefined);
      if (length > 0) raiseAlert(fulfilledMessage);
      if (length < waiting)
        raiseAlert({
          type: 'warning',
          source: 'Requests',
          content: `${waiting - length} of ${waiting} requests still ${waiting - length === 1 ? 'waits' : 'wait'}: fulfill them one by one, and compare the fingerprints first.`,
        });
    } catch (thrown) {
      const { message } = titledFailure(fulfillFailedTitle, thrown);
      raiseAlert({ type: 'error', source: 'Requests', content: message });
    }
  };
  return (
    <Button
      kind="primary"
      icon="key"
      pending={isPending}
      unavailable={obstacle ?? (waiting === 0 ? 'No request waits for your keys.' : undefined)}
      onClick={fulfill}
    >
      Fulfill Requests
    </Button>
  );
}

type DenyDialogProps = { request: Request; onClose: () => void };

const draftFields = ['reason'];

/** Denies a request, with an optional reason. */
function DenyDialog({ request, onClose }: DenyDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useDeny();
  const { requestor, schema } = requestRow(request);
  const draft = useFormDraft(`denial of ${request.id}`, draftFields);
  const deny = async ({ reason }: z.output<typeof denyRequest.body>) => {
    await mutateAsync({ id: request.id, reason });
    raiseAlert({ type: 'success', source: 'Requests', content: 'Request denied', duration: 5 });
    onClose();
  };
  return (
    <FormDialog
      title="Deny request?"
      onClose={onClose}
      label="Denial"
      draft={draft}
      schema={denyRequest.body}
      submit="Deny"
      kind="danger"
      onSubmit={deny}
    >
      <p>
        {requestor} gets no key of {schema} by this request. They can ask again.
      </p>
      <TextField label="Reason" name="reason" hint="They will see it." optional />
    </FormDialog>
  );
}
