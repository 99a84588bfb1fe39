/** The sidebar: the organization's datasets with their schemas, and the ways that are always open. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useDatasets } from '#src/features/datasets/index.ts';
import { NavItem, NavSection, SidebarNav } from '#src/ui/shell/SidebarNav.tsx';
import { accountPaths, requestsPath } from './accountArea.ts';
import { DatasetList } from './DatasetList.tsx';

const RequestsLine = lazy(async () => ({ default: (await import('./RequestsLink.tsx')).RequestsLink }));

type SidebarProps = {
  organization: { id: string; name: string };
  /** Beside its name: the way to another one. */
  menu?: ReactNode;
  /** Whether the first moments are over, and with them the hurry. */
  settled: boolean;
};

export function Sidebar({ organization, menu, settled }: SidebarProps) {
  const datasets = useDatasets(organization.id).data?.items ?? [];
  const [requested, setRequested] = useState(false);
  const also = requested ? accountPaths.filter((path) => path !== requestsPath) : accountPaths;
  return (
    <SidebarNav label="Main">
      <NavSection title={organization.name} action={menu} below={<DatasetList datasets={datasets} />}>
        <NavItem to="/datasets" label="Datasets" icon="dataset" end />
      </NavSection>
      <NavSection last>
        <NavItem to="/account" label="Account Settings" icon="settings" also={also} />
        {settled && (
          <Suspense fallback={null}>
            <RequestsLine onShown={setRequested} />
          </Suspense>
        )}
        <NavItem to="/api-docs" label="API Docs" icon="code" />
        <NavItem to="/help" label="Help" icon="help" />
        <NavItem to="/logout" label="Logout" icon="logout" />
      </NavSection>
    </SidebarNav>
  );
}
