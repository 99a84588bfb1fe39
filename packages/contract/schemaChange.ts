/** Changing a schema: name and description at any time, the definition as far as its records allow. */
import { z } from 'zod';
import { DefinitionComparison } from './definitionChange.ts';
import { endpoint } from './endpoint.ts';
import { NewJsonSchema } from './fields.ts';
import { Schema, SchemaDescription, SchemaName } from './schemas.ts';
import { NewParts, SignedManifest } from './segments.ts';

export const patchSchema = endpoint({
  method: 'PATCH',
  path: '/api/schemas/:id/',
  summary:
    'Rename or describe a schema, or change its definition. While it has records, limits can only become wider and fields can be added. Through the proxy the change is signed, the index is rebuilt if the change requires it, and new fields renew the schema’s keys; the answer comes when that is done. A repeated call waits for the same change.',
  answeredBy: 'both',
  access: 'user',
  repeatable: true,
  body: z.strictObject({
    name: SchemaName.optional(),
    description: SchemaDescription.optional(),
    schema: NewJsonSchema.optional(),
    /** The next manifest, which authenticates the new definition. The proxy adds it. */
    manifest: SignedManifest.optional(),
    /** The parts of this manifest that the service lacks. */
    new_parts: NewParts.optional(),
  }),
  reply: Schema,
  refusals: {
    409: 'Records forbid the change: the detail names each field and the reason. Or the records were changed a moment ago.',
  },
});

export const checkDefinition = endpoint({
  method: 'POST',
  path: '/api/schemas/:id/definition-check/',
  summary:
    'What a change of the definition would take, for each keyword of each field: nothing, a signature, a new index, or new keys; or why it is refused.',
  answeredBy: 'service',
  access: 'user',
  safe: true,
  body: z.strictObject({ schema: NewJsonSchema }),
  example: {
    schema: {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer', minimum: -1, maximum: 200 } },
      required: ['name'],
    },
  },
  reply: DefinitionComparison.extend({
    /** Whether records are stored or arriving. Without any, no change is refused. */
    has_records: z.boolean(),
  }),
});

/** The progress of a definition change that rebuilds the index. */
export const DefinitionJob = z.object({
  status: z.enum(['running', 'complete', 'failed']),
  /** Records whose index is rebuilt, and the number of all records. */
  processed: z.number().int(),
  total: z.number().int(),
  /** Why it has failed; nothing was changed. */
  error: z.string().optional(),
});
export type DefinitionJob = z.infer<typeof DefinitionJob>;

const jobPath = '/api/schemas/:id/definition-job/';

export const getDefinitionJob = endpoint({
  method: 'GET',
  path: jobPath,
  summary: 'The progress of the last change on this proxy that rebuilds a schema’s index.',
  answeredBy: 'proxy',
  access: 'user',
  reply: DefinitionJob,
});

export const cancelDefinitionJob = endpoint({
  method: 'DELETE',
  path: jobPath,
  summary: 'Cancel a running change that rebuilds a schema’s index. Schema and index stay as they were.',
  answeredBy: 'proxy',
  access: 'user',
  status: 204,
  reply: 'nothing',
});
