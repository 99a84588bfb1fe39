/** /materials */
import { useState } from 'react';
import type { Material } from '@cloakroom/contract/materials.ts';
import { KeyringNotice } from '#src/features/keyring/index.ts';
import { AccountTabs, MaterialTabs } from '#src/features/navigation/index.ts';
import { ProxyNotice, useBehindProxy } from '#src/features/proxy/index.ts';
import { listRange, useListPage } from '#src/shared/listPages.ts';
import { useMaterials, useReceiveAll, useReceive } from '#src/features/sharing/queries.ts';
import { useActors } from '#src/features/root/index.ts';
import { materialRow } from '#src/features/sharing/tableRows.ts';
import { titledFailure } from '#src/shared/failure.ts';
import type { AlertInput } from '#src/machines/alerts/types.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FingerprintComparison } from '#src/ui/FingerprintComparison.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { MaterialTable } from './MaterialTable.tsx';

export function MaterialsPage() {
  const behindProxy = useBehindProxy();
  const [page, setPage] = useListPage();
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
        onPage={setPage}
        empty={none}
      >
        {(items) => <MaterialTable materials={items} obstacle={obstacle} onReceive={setSelected} />}
      </PagedList>
      {selected && <ReceiveDialog material={selected} onClose={() => setSelected(undefined)} />}
    </Page>
  );
}

type ReceiveAllProps = {
  /** Number of outstanding materials. */
  waiting: number;
  /** Why no key can be received. */
  obstacle: string | undefined;
};

/** Receives all keys that are sealed for this device. */
function ReceiveAll({ waiting, obstacle }: ReceiveAllProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync, isPending } = useReceiveAll();
  const receive = async () => {
    try {
      const { length } = await mutateAsync(undefined);
      if (length > 0) raiseAlert(receivedMessage);
      if (length < waiting)
        raiseAlert({
          type: 'warning',
          source: 'Materials',
          content: `${waiting - length} of ${waiting} keys still ${waiting - length === 1 ? 'waits' : 'wait'}: they are for another device of yours, or come from one that you have not compared yet. Receive them one by one.`,
        });
    } catch (thrown) {
      raiseAlert(receiveFailedMessage(thrown));
    }
  };
  return (
    <Button
      kind="primary"
      icon="download"
      pending={isPending}
      unavailable={obstacle ?? (waiting === 0 ? 'No key waits for you.' : undefined)}
      onClick={receive}
    >
      Receive Materials
    </Button>
  );
}

type ReceiveDialogProps = { material: Material; onClose: () => void };

/** Receives one key, after its sealer's fingerprint is compared where that is needed. */
function ReceiveDialog({ material, onClose }: ReceiveDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useReceive();
  const [fingerprint, setFingerprint] = useState<string>();
  const { sealer } = materialRow(material);
  const identity = typeof material.uploaded_by === 'string' ? null : material.uploaded_by;
  const receive = async () => {
    await mutateAsync({ id: material.id, ...(fingerprint && { fingerprint }) }).catch((thrown: unknown) => {
      throw titledFailure(receiveFailedTitle, thrown);
    });
    raiseAlert(receivedMessage);
  };
  return (
    <ConfirmDialog title="Receive key?" confirm="Receive" size="m" onConfirm={receive} onClose={onClose}>
      <p>{sealer} has sealed a key for you, on the device with this fingerprint.</p>
      {identity && (
        <FingerprintComparison identity={identity} personName={sealer} onCompared={setFingerprint}>
          Keys from a device of {sealer} that this machine doesn’t know are taken only once you have compared
          the eight words with them.
        </FingerprintComparison>
      )}
    </ConfirmDialog>
  );
}

const receivedMessage: AlertInput = {
  type: 'success',
  source: 'Materials',
  content: 'Materials received successfully',
  duration: 5,
};

/** The spelling "recieving" is specified. */
const receiveFailedTitle = 'Error recieving materials';

const receiveFailedMessage = (thrown: unknown): AlertInput => ({
  type: 'error',
  source: 'Materials',
  content: titledFailure(receiveFailedTitle, thrown).message,
});
