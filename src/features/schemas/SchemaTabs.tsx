/** The three sides of a schema. */
import { Tabs } from '#src/ui/Tabs.tsx';

export function SchemaTabs({ dataset, schema }: { dataset: string; schema: string }) {
  const at = `/datasets/${dataset}/schemas/${schema}`;
  return (
    <Tabs
      label="Schema"
      tabs={[
        { to: at, label: 'Schema', icon: 'schema', end: true },
        { to: `${at}/records`, label: 'Records', icon: 'table' },
        { to: `${at}/permissions`, label: 'Permissions', icon: 'team' },
      ]}
    />
  );
}
