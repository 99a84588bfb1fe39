/** The sidebar: the organization's datasets with their schemas, and the ways that are always open. */
import { byDataset } from '#src/lib/byDataset.ts';
import { useDatasets } from '#src/queries/datasets.ts';
import { useSchemas } from '#src/queries/schemas.ts';
import { NavGroup, NavItem, NavSection, SidebarNav } from '#src/ui/shell/SidebarNav.tsx';
import { useParams } from 'react-router';

/** More than these are found on the datasets page: a sidebar of thousands helps nobody. */
const most = 100;

export function Sidebar({ organization }: { organization: { id: string; name: string } }) {
  const { datasetId } = useParams();
  const datasets = useDatasets(organization.id).data?.items ?? [];
  const schemas = byDataset(useSchemas(organization.id).data?.items ?? []);
  return (
    <SidebarNav label="Main">
      <NavSection title={organization.name}>
        <NavItem to="/datasets" label="Datasets" icon="dataset" end />
        {datasets.slice(0, most).map(({ id, name }) => {
          const own = schemas.get(id) ?? [];
          const to = `/datasets/${id}`;
          if (own.length === 0) return <NavItem key={id} to={to} label={name} icon="hanger" />;
          return (
            // A group that one arrives in opens, wherever one came from.
            <NavGroup
              key={`${id} ${String(id === datasetId)}`}
              to={to}
              label={name}
              icon="hanger"
              end
              startOpen={id === datasetId}
            >
              {own.map((schema) => (
                <NavItem
                  key={schema.id}
                  to={`${to}/schemas/${schema.id}`}
                  label={schema.name}
                  icon="schema"
                />
              ))}
            </NavGroup>
          );
        })}
        {datasets.length > most && <NavItem to="/datasets" label={`All ${datasets.length} datasets`} end />}
      </NavSection>
      <NavSection last>
        <NavItem to="/account" label="Account Settings" icon="settings" />
        <NavItem to="/api/docs/" label="API Docs" icon="code" outside />
        <NavItem to="/help" label="Help" icon="help" />
        <NavItem to="/logout" label="Logout" icon="logout" />
      </NavSection>
    </SidebarNav>
  );
}
