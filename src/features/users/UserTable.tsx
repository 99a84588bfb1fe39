/** The people of an organization. */
import type { PersonLine } from '#src/lib/people.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';

const columns: Column<PersonLine>[] = [
  { key: 'email', header: 'Email', rowHeader: true, cell: ({ email }) => email },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={status === 'Active' ? 'success' : 'warning'}>{status}</Badge>,
  },
  { key: 'role', header: 'Role', cell: ({ role }) => role },
];

export function UserTable({ people }: { people: readonly PersonLine[] }) {
  return <Table caption="Users" columns={columns} rows={people} rowKey={({ id }) => id} />;
}
