/** The user's identities, with buttons to copy their ids and keys, and their fingerprints. */
import type { Identity } from '@cloakroom/contract/identities.ts';
import { formatDate } from '#src/shared/format/moments.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Fingerprint } from '#src/ui/Fingerprint.tsx';
import { IdText } from '#src/ui/IdText.tsx';
import { Muted, Row } from '#src/ui/layout.ts';
import { Table, type Column } from '#src/ui/Table.tsx';

type IdentityTableProps = {
  identities: readonly Identity[];
  /** The device id of this machine's keyring; null if unknown. */
  device: string | null;
  onRevoke: (identity: Identity) => void;
};

const columns = ({ device, onRevoke }: IdentityTableProps): Column<Identity>[] => [
  {
    key: 'id',
    header: 'ID',
    rowHeader: true,
    cell: ({ id, device_id }) => <IdText value={id} copyName={`ID of device ${device_id}`} chars={12} />,
  },
  {
    key: 'device',
    header: 'Device ID',
    cell: ({ device_id }) => (
      <Row>
        <IdText value={device_id} copyName={`device ID ${device_id}`} chars={12} />
        {device_id === device && <Badge tone="primary">This device</Badge>}
      </Row>
    ),
  },
  {
    key: 'key',
    header: 'Public Key',
    cell: ({ device_id, primary_public_key }) => (
      <IdText value={primary_public_key} copyName={`public key of device ${device_id}`} chars={12} />
    ),
  },
  { key: 'fingerprint', header: 'Fingerprint', cell: (identity) => <Fingerprint of={identity} /> },
  {
    key: 'actions',
    header: 'Actions',
    end: true,
    cell: (identity) =>
      identity.revoked === null ? (
        <Button
          size="s"
          kind="quiet"
          icon="ban"
          aria-label={`Revoke the identity of device ${identity.device_id}`}
          onClick={() => onRevoke(identity)}
        >
          Revoke
        </Button>
      ) : (
        <Muted>Revoked {formatDate(identity.revoked)}</Muted>
      ),
  },
];

export function IdentityTable(props: IdentityTableProps) {
  return (
    <Table caption="Identities" columns={columns(props)} rows={props.identities} rowKey={({ id }) => id} />
  );
}
