/** The sidebar: the organization's datasets with their schemas, and the ways that are always open. */
import type { ReactNode } from 'react';
import { useDatasets } from '#src/queries/datasets.ts';
import { NavItem, NavSection, SidebarNav } from '#src/ui/shell/SidebarNav.tsx';
import { accountPaths } from './accountArea.ts';
import { DatasetList } from './DatasetList.tsx';

type SidebarProps = {
  organization: { id: string; name: string };
  /** Beside its name: the way to another one. */
  menu?: ReactNode;
};

export function Sidebar({ organization, menu }: SidebarProps) {
  const datasets = useDatasets(organization.id).data?.items ?? [];
  return (
    <SidebarNav label="Main">
      <NavSection title={organization.name} action={menu} below={<DatasetList datasets={datasets} />}>
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
