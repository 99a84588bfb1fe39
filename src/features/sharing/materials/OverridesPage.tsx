/** /materials/overrides */
import { useState } from 'react';
import { KeyringNotice } from '#src/features/keyring/index.ts';
import { AccountTabs, MaterialTabs } from '#src/features/navigation/index.ts';
import { ProxyNotice, useBehindProxy } from '#src/features/proxy/index.ts';
import { listRange, useListPage } from '#src/shared/listPages.ts';
import { useOverrides, useDropOverride } from '#src/features/sharing/queries.ts';
import { useActors } from '#src/features/root/index.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { Table, type Column } from '#src/ui/Table.tsx';

export function OverridesPage() {
  const behindProxy = useBehindProxy();
  const [page, setPage] = useListPage();
  const [dropping, setDropping] = useState<string>();
  const overrides = useOverrides(listRange(page), behindProxy === true);
  const none = (
    <EmptyState icon="key" title="No Overrides">
      A key that you have received takes the place of one that your own keyring would make.
    </EmptyState>
  );
  return (
    <Page title="Overrides" tabs={<AccountTabs />}>
      <MaterialTabs />
      <KeyringNotice behindProxy={behindProxy === true} />
      {behindProxy === false ? (
        <ProxyNotice without="Only your own proxy knows which keys it has received." />
      ) : (
        <PagedList
          from={overrides}
          label="Loading overrides"
          failed="Error fetching overrides"
          pages="Pages of overrides"
          page={page}
          onPage={setPage}
          empty={none}
        >
          {(items) => <OverrideTable overrides={items} onDrop={setDropping} />}
        </PagedList>
      )}
      {dropping !== undefined && <DropOverride name={dropping} onClose={() => setDropping(undefined)} />}
    </Page>
  );
}

type DropOverrideProps = { name: string; onClose: () => void };

/** Deletes a received key from this device. */
function DropOverride({ name, onClose }: DropOverrideProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useDropOverride();
  const drop = async () => {
    await mutateAsync(name);
    raiseAlert({ type: 'success', source: 'Materials', content: 'Override dropped', duration: 5 });
  };
  return (
    <ConfirmDialog title="Drop override?" confirm="Drop" danger onConfirm={drop} onClose={onClose}>
      <p>
        This device forgets the key <code>{name}</code>. What only this key opens stays sealed here until
        someone shares it with you again.
      </p>
    </ConfirmDialog>
  );
}

type OverrideTableProps = { overrides: readonly string[]; onDrop: (name: string) => void };

const columns = (onDrop: (name: string) => void): Column<string>[] => [
  {
    key: 'override',
    header: 'Override',
    rowHeader: true,
    cell: (name) => (
      <Row $justify="space-between">
        <code>{name}</code>
        <Button size="s" kind="quiet" icon="trash" aria-label={`Drop ${name}`} onClick={() => onDrop(name)}>
          Drop
        </Button>
      </Row>
    ),
  },
];

/** The received keys in the user's keyring, by name. */
function OverrideTable({ overrides, onDrop }: OverrideTableProps) {
  return <Table caption="Overrides" columns={columns(onDrop)} rows={overrides} rowKey={(name) => name} />;
}
