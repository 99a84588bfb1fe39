/** The keys that one's own keyring has received, by name. */
import { Table, type Column } from '#src/ui/Table.tsx';

const columns: Column<string>[] = [
  { key: 'override', header: 'Override', rowHeader: true, cell: (name) => <code>{name}</code> },
];

export function OverrideTable({ overrides }: { overrides: readonly string[] }) {
  return <Table caption="Overrides" columns={columns} rows={overrides} rowKey={(name) => name} />;
}
