/** The templates of schemas. */
import { expect, test } from 'vitest';
import { NewJsonSchema } from '@cloakroom/contract/fields.ts';
import { schemaTemplates } from '#src/features/schemas/templates.ts';

test.each(schemaTemplates)('the service accepts the template $label', ({ definition }) => {
  expect(NewJsonSchema.safeParse(definition).error).toBeUndefined();
  expect(Object.keys(definition.properties)).toEqual(expect.arrayContaining(definition.required ?? []));
});
