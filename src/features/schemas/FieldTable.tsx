/** The fields of a schema as a table. */
import { Fragment } from 'react';
import styled from 'styled-components';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { fieldLines, type FieldLine } from '#src/shared/fields.ts';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { Disclosure } from '#src/ui/Disclosure.ts';
import { Muted } from '#src/ui/layout.ts';
import { Table, type Column } from '#src/ui/Table.tsx';

const Unbroken = styled.span`
  white-space: nowrap;
`;
const Title = styled(Muted)`
  display: block;
  font-weight: 400;
  overflow-wrap: anywhere;
`;
/** A pattern may break anywhere. */
const Breakable = styled.span`
  overflow-wrap: anywhere;
`;

/** Longer constraints, such as patterns, do not fit on a line of the narrowest table. */
const maxUnbrokenLength = 24;

/** Breaks lines between constraints, and within one only if it is too long for a line. */
function Constraints({ list }: { list: readonly string[] }) {
  if (list.length === 0) return 'None';
  return list.map((constraint, at) => {
    const text = at < list.length - 1 ? `${constraint},` : constraint;
    return (
      <Fragment key={constraint}>
        {at > 0 && ' '}
        {text.length > maxUnbrokenLength ? <Breakable>{text}</Breakable> : <Unbroken>{text}</Unbroken>}
      </Fragment>
    );
  });
}

const columns: Column<FieldLine>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ name, title }) => (
      <>
        <code>
          <BreakableText text={name} />
        </code>
        {title !== null && <Title>{title}</Title>}
      </>
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

/** Longer lists are truncated. */
const initialValues = 12;

/** The allowed values of a field. A long list shows its first values, and the others when they are expanded. */
function AllowedValues({ values }: { values: readonly string[] | null }) {
  if (!values) return 'Any';
  if (values.length <= initialValues) return values.join(', ');
  return (
    <>
      {values.slice(0, initialValues).join(', ')}
      <Disclosure>
        <summary>and {values.length - initialValues} more</summary>
        {values.slice(initialValues).join(', ')}
      </Disclosure>
    </>
  );
}
