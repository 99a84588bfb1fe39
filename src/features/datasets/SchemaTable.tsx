/** The schemas of one dataset; of thousands the first ones, and a way to find the others. */
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { ListedSchema } from '@cloakroom/contract/schemas.ts';
import { named } from '#src/shared/format/byName.ts';
import { fieldCount } from '#src/shared/fields.ts';
import { Button } from '#src/ui/Button.tsx';
import { FindField } from '#src/ui/form/FindField.tsx';
import { Narrow, Row } from '#src/ui/layout.ts';
import { Table, type Column } from '#src/ui/Table.tsx';

/** More than `few` are looked for by name; so many are added to the table by one press. */
const searchThreshold = 20;
const rowsPerStep = 100;

const columns = (dataset: string): Column<ListedSchema>[] => [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ id, name }) => <Link to={`/datasets/${dataset}/schemas/${id}`}>{name}</Link>,
  },
  { key: 'description', header: 'Description', cell: ({ description }) => description || '–' },
  { key: 'fields', header: 'Fields', end: true, cell: ({ schema }) => fieldCount(schema) },
];

export function SchemaTable({ dataset, schemas }: { dataset: string; schemas: readonly ListedSchema[] }) {
  const [words, setWords] = useState('');
  const [maxRows, setMaxRows] = useState(rowsPerStep);
  const found = useMemo(() => named(schemas, words), [schemas, words]);
  const left = found.length - maxRows;
  return (
    <>
      {schemas.length > searchThreshold && (
        <Narrow>
          <FindField
            label="Find a schema"
            value={words}
            onChange={setWords}
            found={found.length}
            total={schemas.length}
          />
        </Narrow>
      )}
      <Table
        caption="Schemas"
        columns={columns(dataset)}
        rows={found.slice(0, maxRows)}
        rowKey={({ id }) => id}
      />
      {left > 0 && (
        <Row $justify="center">
          <Button onClick={() => setMaxRows(maxRows + rowsPerStep)}>
            Show {Math.min(rowsPerStep, left)} more
          </Button>
        </Row>
      )}
    </>
  );
}
