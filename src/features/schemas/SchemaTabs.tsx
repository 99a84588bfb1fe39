/** The tabs of a schema. */
import { Tabs } from '#src/ui/Tabs.tsx';
import { schemaPath } from '#src/shared/paths.ts';

export function SchemaTabs({ dataset, schema }: { dataset: string; schema: string }) {
  const path = schemaPath(dataset, schema);
  return (
    <Tabs
      label="Schema"
      tabs={[
        { to: path, label: 'Schema', icon: 'schema', end: true },
        { to: `${path}/records`, label: 'Records', icon: 'table' },
        { to: `${path}/permissions`, label: 'Permissions', icon: 'team' },
      ]}
    />
  );
}
