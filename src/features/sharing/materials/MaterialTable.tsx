/** The keys that other people have sealed for the user, not received yet. */
import type { Material } from '@cloakroom/contract/materials.ts';
import { materialRow } from '#src/features/sharing/tableRows.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { Button } from '#src/ui/Button.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { IdText } from '#src/ui/IdText.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';

type MaterialTableProps = {
  materials: readonly Material[];
  /** Why no key can be received. */
  obstacle: string | undefined;
  onReceive: (material: Material) => void;
};

const columns = ({ obstacle, onReceive }: MaterialTableProps): Column<Material>[] => [
  { key: 'id', header: 'Material ID', rowHeader: true, cell: ({ id }) => <IdText value={id} chars={14} /> },
  { key: 'created', header: 'Created', cell: ({ created }) => formatDateTime(created) },
  {
    key: 'request',
    header: 'Request',
    cell: (material) => <IdText value={materialRow(material).request} chars={14} />,
  },
  {
    key: 'requestor',
    header: 'Requestor',
    cell: (material) => <BreakableText text={materialRow(material).requestor} />,
  },
  {
    key: 'sealer',
    header: 'Sealed by',
    cell: (material) => <BreakableText text={materialRow(material).sealer} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    end: true,
    cell: (material) => (
      <Button
        size="s"
        icon="download"
        unavailable={obstacle}
        aria-label={`Receive material ${material.id} of ${materialRow(material).sealer}`}
        onClick={() => onReceive(material)}
      >
        Receive
      </Button>
    ),
  },
];

export function MaterialTable(props: MaterialTableProps) {
  return (
    <Table caption="Materials" columns={columns(props)} rows={props.materials} rowKey={({ id }) => id} />
  );
}
