/** The sidebar: the organization's datasets with their schemas, and the ways that are always open. */
import { useDatasets } from '#src/queries/datasets.ts';
import { NavItem, NavSection, SidebarNav } from '#src/ui/shell/SidebarNav.tsx';
import { accountPaths } from './AccountTabs.tsx';
import { DatasetList } from './DatasetList.tsx';

export function Sidebar({ organization }: { organization: { id: string; name: string } }) {
  const datasets = useDatasets(organization.id).data?.items ?? [];
  return (
    <SidebarNav label="Main">
      <NavSection title={organization.name} below={<DatasetList datasets={datasets} />}>
        <NavItem to="/datasets" label="Datasets" icon="dataset" end />
      </NavSection>
      <NavSection last>
        <NavItem to="/account" label="Account Settings" icon="settings" also={accountPaths} />
        <NavItem to="/api/docs/" label="API Docs" icon="code" outside />
        <NavItem to="/help" label="Help" icon="help" />
        <NavItem to="/logout" label="Logout" icon="logout" />
      </NavSection>
    </SidebarNav>
  );
}
