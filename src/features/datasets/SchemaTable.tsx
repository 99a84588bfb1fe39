/** The schemas of one dataset in pages; a long list has a search field. */
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { ListedSchema } from '@cloakroom/contract/schemas.ts';
import { filterByName } from '#src/shared/format/byName.ts';
import { fieldCount } from '#src/shared/fields.ts';
import { FindField } from '#src/ui/form/FindField.tsx';
import { Narrow } from '#src/ui/layout.ts';
import { Pager } from '#src/ui/Pager.tsx';
import { pageCount } from '#src/ui/pagination.ts';
import { Table, type Column } from '#src/ui/Table.tsx';
import { schemaPath } from '#src/shared/paths.ts';

const pageSize = 100;

const columns = (dataset: string): Column<ListedSchema>[] => [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ id, name }) => <Link to={schemaPath(dataset, id)}>{name}</Link>,
  },
  { key: 'description', header: 'Description', cell: ({ description }) => description || '–' },
  { key: 'fields', header: 'Fields', end: true, cell: ({ schema }) => fieldCount(schema) },
];

export function SchemaTable({ dataset, schemas }: { dataset: string; schemas: readonly ListedSchema[] }) {
  const [searchText, setSearchText] = useState('');
  const [chosenPage, setPage] = useState(1);
  const found = useMemo(() => filterByName(schemas, searchText), [schemas, searchText]);
  // Schemas may have been deleted since the page was chosen.
  const page = Math.min(chosenPage, pageCount(found.length, pageSize));
  const search = (text: string) => {
    setSearchText(text);
    setPage(1);
  };
  return (
    <>
      <Narrow>
        <FindField
          label="Find a schema"
          value={searchText}
          onChange={search}
          found={found.length}
          total={schemas.length}
        />
      </Narrow>
      <Table
        caption="Schemas"
        columns={columns(dataset)}
        rows={found.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ id }) => id}
      />
      {found.length > pageSize && (
        <Pager
          label="Pages of schemas"
          page={page}
          pageSize={pageSize}
          total={found.length}
          onPage={setPage}
        />
      )}
    </>
  );
}
