/** The received keys in the user's keyring, by name. */
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { Table, type Column } from '#src/ui/Table.tsx';

type OverrideTableProps = { overrides: readonly string[]; onDrop: (name: string) => void };

const columns = (onDrop: (name: string) => void): Column<string>[] => [
  {
    key: 'override',
    header: 'Override',
    rowHeader: true,
    cell: (name) => (
      <Row $justify="space-between">
        <code>{name}</code>
        <Button size="s" kind="quiet" icon="trash" aria-label={`Drop ${name}`} onClick={() => onDrop(name)}>
          Drop
        </Button>
      </Row>
    ),
  },
];

export function OverrideTable({ overrides, onDrop }: OverrideTableProps) {
  return <Table caption="Overrides" columns={columns(onDrop)} rows={overrides} rowKey={(name) => name} />;
}
