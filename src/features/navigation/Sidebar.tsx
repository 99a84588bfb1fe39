/** The sidebar: the organization's datasets with their schemas, and the ways that are always open. */
import { lazy, Suspense, type ReactNode } from 'react';
import { useDatasets } from '#src/queries/datasets.ts';
import { NavItem, NavSection, SidebarNav } from '#src/ui/shell/SidebarNav.tsx';
import { accountPaths } from './accountArea.ts';
import { DatasetList } from './DatasetList.tsx';

const RequestsLine = lazy(async () => ({ default: (await import('./RequestsLine.tsx')).RequestsLine }));

type SidebarProps = {
  organization: { id: string; name: string };
  /** Beside its name: the way to another one. */
  menu?: ReactNode;
  /** Whether the first moments are over, and with them the hurry. */
  settled: boolean;
};

export function Sidebar({ organization, menu, settled }: SidebarProps) {
  const datasets = useDatasets(organization.id).data?.items ?? [];
  return (
    <SidebarNav label="Main">
      <NavSection title={organization.name} action={menu} below={<DatasetList datasets={datasets} />}>
        <NavItem to="/datasets" label="Datasets" icon="dataset" end />
      </NavSection>
      <NavSection last>
        <NavItem to="/account" label="Account Settings" icon="settings" also={accountPaths} />
        {settled && (
          <Suspense fallback={null}>
            <RequestsLine />
          </Suspense>
        )}
        <NavItem to="/api/docs/" label="API Docs" icon="code" outside />
        <NavItem to="/help" label="Help" icon="help" />
        <NavItem to="/logout" label="Logout" icon="logout" />
      </NavSection>
    </SidebarNav>
  );
}
