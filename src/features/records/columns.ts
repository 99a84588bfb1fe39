/** A schema's fields as the columns of a table. */
import { fieldsOf, type Field, type JsonSchema } from '@cloakroom/contract/fields.ts';

/** In the order of the schema's properties. */
export function columnsOf(definition: JsonSchema): Field[] {
  const order = Object.keys(definition.properties);
  return fieldsOf(definition).sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
