/** The sidebar: the organization's datasets with their schemas, and the fixed links. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useDatasets } from '#src/features/datasets/index.ts';
import { NavItem, NavSection, SidebarNav } from '#src/ui/shell/SidebarNav.tsx';
import { accountPaths, requestsPath } from './accountArea.ts';
import { DatasetList } from './DatasetList.tsx';

const RequestsLink = lazy(async () => ({ default: (await import('./RequestsLink.tsx')).RequestsLink }));

type SidebarProps = {
  organization: { id: string; name: string };
  /** The menu to change the organization. */
  menu?: ReactNode;
  /** Whether the first page has loaded. Until then, nothing optional is loaded. */
  settled: boolean;
};

export function Sidebar({ organization, menu, settled }: SidebarProps) {
  const datasets = useDatasets(organization.id).data?.items ?? [];
  const [requestsShown, setRequestsShown] = useState(false);
  const alsoCurrent = requestsShown ? accountPaths.filter((path) => path !== requestsPath) : accountPaths;
  return (
    <SidebarNav label="Main">
      <NavSection title={organization.name} action={menu} below={<DatasetList datasets={datasets} />}>
        <NavItem to="/datasets" label="Datasets" icon="dataset" end />
      </NavSection>
      <NavSection last>
        <NavItem to="/account" label="Account Settings" icon="settings" also={alsoCurrent} />
        {settled && (
          <Suspense fallback={null}>
            <RequestsLink onShown={setRequestsShown} />
          </Suspense>
        )}
        <NavItem to="/api-docs" label="API Docs" icon="code" />
        <NavItem to="/help" label="Help" icon="help" />
        <NavItem to="/logout" label="Logout" icon="logout" />
      </NavSection>
    </SidebarNav>
  );
}
