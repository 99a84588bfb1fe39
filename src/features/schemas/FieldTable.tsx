/** What a record of a schema looks like, field by field. */
import { Fragment } from 'react';
import styled from 'styled-components';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { fieldLines, type FieldLine } from '#src/shared/fields.ts';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { Table, type Column } from '#src/ui/Table.tsx';
import { AllowedValues } from './AllowedValues.tsx';

const Whole = styled.span`
  white-space: nowrap;
`;
/** A pattern has no joints at which it would rather break. */
const Long = styled.span`
  overflow-wrap: anywhere;
`;

/** Characters of a constraint that fit on a line of the narrowest table. A pattern may be longer. */
const maxWholeLength = 24;

/** A line breaks between two of them, and within one only where it is too long for a line. */
function Constraints({ list }: { list: readonly string[] }) {
  if (list.length === 0) return 'None';
  return list.map((constraint, at) => {
    const text = at < list.length - 1 ? `${constraint},` : constraint;
    return (
      <Fragment key={constraint}>
        {at > 0 && ' '}
        {text.length > maxWholeLength ? <Long>{text}</Long> : <Whole>{text}</Whole>}
      </Fragment>
    );
  });
}

const columns: Column<FieldLine>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ name }) => (
      <code>
        <BreakableText text={name} />
      </code>
    ),
  },
  { key: 'type', header: 'Type', cell: ({ type }) => type },
  { key: 'required', header: 'Required', cell: ({ required }) => required },
  { key: 'allowed', header: 'Allowed Values', cell: ({ allowed }) => <AllowedValues values={allowed} /> },
  {
    key: 'constraints',
    header: 'Constraints',
    cell: ({ constraints }) => <Constraints list={constraints} />,
  },
];

export function FieldTable({ definition }: { definition: JsonSchema }) {
  return (
    <Table caption="Fields" columns={columns} rows={fieldLines(definition)} rowKey={({ name }) => name} />
  );
}
