/** Another schema's fields for the columns of a file. */
import { matchColumns } from '@cloakroom/ingest/matchColumns.ts';
import { newField, type Definition, type DraftField } from '#src/machines/proposal/fields.ts';

/**
 * The fields of another schema for the columns of this file. A column takes the field with its name or a similar one; columns
 * without one are left out, and fields without a column are optional, because the file has no value for them.
 * @param proposed - the fields of the file as they were proposed.
 */
export function withFieldsOf(
  proposed: readonly DraftField[],
  { properties, required = [] }: Definition,
): DraftField[] {
  const names = Object.keys(properties);
  const columns = proposed.filter(({ column }) => column !== null);
  const headings = columns.map(({ heading }) => heading);
  const matched = matchColumns(
    headings,
    names,
    headings.map((heading, at) =>
      names.includes(heading) && headings.indexOf(heading) === at ? heading : undefined,
    ),
  );
  const adopted = names.map((name): DraftField => {
    const column = columns[matched.indexOf(name)];
    const field = { name, included: true, property: properties[name]! };
    return column
      ? { ...column, ...field, required: required.includes(name), note: null }
      : { ...newField(name), ...field };
  });
  const others = columns.filter((_, at) => matched[at] === undefined);
  return [...adopted, ...others.map((field) => ({ ...field, included: false }))];
}
