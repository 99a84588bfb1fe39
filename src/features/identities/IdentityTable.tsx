/** One's identities, each of their names and keys ready to be copied. */
import type { Identity } from '#contract/identities.ts';
import { IdText } from '#src/ui/IdText.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';

const columns: Column<Identity>[] = [
  {
    key: 'id',
    header: 'ID',
    rowHeader: true,
    cell: ({ id, device_id }) => <IdText value={id} copies={`ID of device ${device_id}`} />,
  },
  {
    key: 'device',
    header: 'Device ID',
    cell: ({ device_id }) => <IdText value={device_id} copies={`device ID ${device_id}`} />,
  },
  {
    key: 'key',
    header: 'Public Key',
    cell: ({ device_id, primary_public_key }) => (
      <IdText value={primary_public_key} copies={`public key of device ${device_id}`} />
    ),
  },
];

export function IdentityTable({ identities }: { identities: readonly Identity[] }) {
  return <Table caption="Identities" columns={columns} rows={identities} rowKey={({ id }) => id} />;
}
