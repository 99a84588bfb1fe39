/** /users/audit */
import { useState } from 'react';
import { auditActions, type AuditLogEntry } from '@cloakroom/contract/audit.ts';
import { AuditTable } from './AuditTable.tsx';
import { AccountTabs } from '#src/features/navigation/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { actionVerbs } from './auditLogText.ts';
import { listPageSize, listRange } from '#src/shared/listPages.ts';
import { useAuditLog } from './queries.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';
import { Narrow } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';

export function AuditPage() {
  const { organization } = useSession();
  const [page, setPage] = useState(1);
  const [action, setAction] = useState<AuditLogEntry['action']>();
  const entries = useAuditLog(organization.id, { ...listRange(page), ...(action && { action }) });
  const filterBy = (value: string) => {
    setAction(auditActions.find((each) => each === value));
    setPage(1);
  };
  return (
    <Page
      title="Audit log"
      context={organization.name}
      subtitle="What was done in this organization, newest first. Only admins see it, and it holds no value of a record."
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
        pageSize={listPageSize}
        onPage={setPage}
        empty={<EmptyState icon="clock" title="No entries of this kind yet" />}
      >
        {(items) => <AuditTable entries={items} />}
      </PagedList>
    </Page>
  );
}
