/** Requests the upload of a schema from the uploads of the page. */
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { schemaPath } from '#src/shared/paths.ts';
import type { UploadsActor } from './effects.ts';
import type { UploadActor, UploadTarget } from './types.ts';

/** A schema as the target of an upload. */
export const uploadTargetOf = ({
  id,
  name,
  dataset,
}: Pick<Schema, 'id' | 'name' | 'dataset'>): UploadTarget => ({
  schema: id,
  title: name,
  path: `${schemaPath(idIn(dataset), id)}/records`,
});

type UploadableSchema = Pick<Schema, 'id' | 'name' | 'dataset' | 'schema'>;

/** The upload actor of a schema, started on first use. */
export function requestUpload(uploads: UploadsActor, schema: UploadableSchema): UploadActor {
  const target = uploadTargetOf(schema);
  uploads.send({ type: 'upload.requested', target, fields: fieldsOf(schema.schema) });
  return uploads.getSnapshot().context.bySchema[target.schema]!.actor;
}
