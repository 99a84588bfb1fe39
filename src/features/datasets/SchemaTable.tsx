/** The schemas of one dataset. */
import { Link } from 'react-router';
import type { Schema } from '#contract/schemas.ts';
import { fieldCount } from '#src/lib/fields.ts';
import { Table, type Column } from '#src/ui/Table.tsx';

const columns = (dataset: string): Column<Schema>[] => [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ id, name }) => <Link to={`/datasets/${dataset}/schemas/${id}`}>{name}</Link>,
  },
  { key: 'description', header: 'Description', cell: ({ description }) => description || '–' },
  { key: 'fields', header: 'Fields', end: true, cell: ({ schema }) => fieldCount(schema) },
];

export function SchemaTable({ dataset, schemas }: { dataset: string; schemas: readonly Schema[] }) {
  return <Table caption="Schemas" columns={columns(dataset)} rows={schemas} rowKey={({ id }) => id} />;
}
