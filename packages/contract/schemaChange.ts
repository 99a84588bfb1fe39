/** Changing a schema: name and description at any time, the definition while there are no records. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { NewJsonSchema } from './fields.ts';
import { Schema, SchemaDescription, SchemaName } from './schemas.ts';
import { SignedManifest } from './segments.ts';

export const patchSchema = endpoint({
  method: 'PATCH',
  path: '/api/schemas/:id/',
  summary:
    'Rename or describe a schema; its definition can change only while it has no records. Through the proxy the change is signed.',
  answeredBy: 'both',
  access: 'user',
  repeatable: true,
  body: z.strictObject({
    name: SchemaName.optional(),
    description: SchemaDescription.optional(),
    schema: NewJsonSchema.optional(),
    /** The next manifest, which authenticates the new definition. The proxy adds it. */
    manifest: SignedManifest.optional(),
  }),
  reply: Schema,
});
