/** What a record of a schema looks like, field by field. */
import type { JsonSchema } from '#contract/fields.ts';
import { fieldLines, type FieldLine } from '#src/lib/fields.ts';
import { Table, type Column } from '#src/ui/Table.tsx';

const columns: Column<FieldLine>[] = [
  { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => <code>{name}</code> },
  { key: 'type', header: 'Type', cell: ({ type }) => type },
  { key: 'required', header: 'Required', cell: ({ required }) => required },
  { key: 'allowed', header: 'Allowed Values', cell: ({ allowed }) => allowed },
  { key: 'constraints', header: 'Constraints', cell: ({ constraints }) => constraints },
];

export function FieldTable({ definition }: { definition: JsonSchema }) {
  return (
    <Table caption="Fields" columns={columns} rows={fieldLines(definition)} rowKey={({ name }) => name} />
  );
}
