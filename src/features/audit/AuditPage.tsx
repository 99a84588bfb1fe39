/** /users/audit */
import { useState } from 'react';
import styled from 'styled-components';
import { auditActions, type AuditLogEntry } from '@cloakroom/contract/audit.ts';
import { AccountTabs } from '#src/features/navigation/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { listRange, useListPage } from '#src/shared/listPages.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';
import { Narrow } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';
import { Clamped } from '#src/ui/Card.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { IdText } from '#src/ui/IdText.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';
import { actionVerbs, actorText, actionText, detailText, objectName } from './auditLogText.ts';
import { useAuditLog } from './queries.ts';

export function AuditPage() {
  const { organization } = useSession();
  const [page, setPage] = useListPage();
  const [action, setAction] = useState<AuditLogEntry['action']>();
  const entries = useAuditLog(organization.id, { ...listRange(page), ...(action && { action }) });
  const filterBy = (value: string) => {
    setAction(auditActions.find((each) => each === value));
    setPage(1);
  };
  return (
    <Page
      wide
      title="Audit log"
      context={organization.name}
      subtitle="What was done in this organization, newest first. Only admins can see it, and it contains no values of records."
      tabs={<AccountTabs />}
      actions={<LinkButton to="/users">Users</LinkButton>}
    >
      <Narrow>
        <NativeSelect
          aria-label="Show"
          value={action ?? ''}
          onChange={({ target }) => filterBy(target.value)}
        >
          <option value="">Everything</option>
          {auditActions.map((each) => (
            <option key={each} value={each}>
              {actionVerbs[each]}
            </option>
          ))}
        </NativeSelect>
      </Narrow>
      <PagedList
        from={entries}
        label="Loading the audit log"
        failed="Error fetching the audit log"
        pages="Pages of the audit log"
        page={page}
        onPage={setPage}
        empty={<EmptyState icon="clock" title="No entries of this kind yet" />}
      >
        {(items) => <AuditTable entries={items} />}
      </PagedList>
    </Page>
  );
}

/* Short addresses stay on one line. */
const Address = styled.code`
  display: block;
  min-inline-size: 9ch;
`;

/* Limited, so that the other columns keep whole words. */
const Details = styled(Clamped)`
  max-inline-size: 16rem;
`;
const Name = styled.div`
  max-inline-size: 11rem;
`;

function detailCell(entry: AuditLogEntry) {
  const text = detailText(entry);
  return text === '' ? null : <Details title={text}>{text}</Details>;
}

function objectCell(entry: AuditLogEntry) {
  const name = objectName(entry);
  return name === undefined ? <IdText value={entry.object_id} chars={10} /> : <Name>{name}</Name>;
}

const columns: Column<AuditLogEntry>[] = [
  { key: 'when', header: 'When', rowHeader: true, cell: ({ timestamp }) => formatDateTime(timestamp) },
  { key: 'who', header: 'Who', cell: (entry) => <BreakableText text={actorText(entry)} /> },
  { key: 'what', header: 'What', cell: actionText },
  { key: 'object', header: 'Object', cell: objectCell },
  { key: 'detail', header: 'Details', cell: detailCell },
  { key: 'from', header: 'From', cell: ({ remote_address }) => <Address>{remote_address}</Address> },
];

/** The entries of the audit log as a table. */
function AuditTable({ entries }: { entries: readonly AuditLogEntry[] }) {
  return <Table caption="Audit log" columns={columns} rows={entries} rowKey={({ id }) => id} />;
}
