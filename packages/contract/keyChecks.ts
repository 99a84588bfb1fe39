/** Key checks: commitments to a schema's keys, stored once for each generation. */
import { z } from 'zod';
import { AccessEntry } from './accessLog.ts';
import { endpoint } from './endpoint.ts';
import { NewJsonSchema } from './fields.ts';
import { Generation, KeyChecks, Schema } from './schemas.ts';
import { NewParts, SignedManifest } from './segments.ts';

export const putKeyChecks = endpoint({
  answeredBy: 'service',
  access: 'user',
  method: 'PUT',
  path: '/api/schemas/:id/key-checks/',
  summary:
    'Store the commitments to a schema’s first keys, for its creator, once; or to the next generation of keys, for those who may share keys. Fields are added with a new generation of keys.',
  body: z
    .strictObject({
      key_checks: KeyChecks,
      /** For new keys: greater than each generation before, also than those that a restored backup has lost. */
      generation: Generation.min(2).optional(),
      /** For new keys: the next manifest, with the same segments under a MAC of the new query key. */
      manifest: SignedManifest.optional(),
      /** The parts of this manifest that the service lacks. */
      new_parts: NewParts.optional(),
      /** For new keys of a schema with an access log: the entry that announces them, appended in the same transaction. */
      entry: AccessEntry.optional(),
      /** With new keys: the definition with added fields, which the manifest signs. */
      schema: NewJsonSchema.optional(),
    })
    .refine(
      ({ generation, manifest }) => generation === manifest?.generation,
      'New keys need a manifest of the same generation.',
    )
    .refine(
      ({ schema, manifest }) => schema === undefined || manifest?.definition !== undefined,
      'A definition needs a manifest that signs it.',
    ),
  reply: Schema,
});
