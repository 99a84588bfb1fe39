/** The upload actor of a schema and its state. */
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fieldsOf, type Field } from '@cloakroom/contract/fields.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useActors } from '#src/features/root/index.ts';
import { jobQueries } from './jobQueries.ts';
import { invalidateRecords } from '#src/features/records/index.ts';
import type { UploadTarget, UploadActor, UploadState } from '#src/machines/uploads/types.ts';
import type { UploadsActor } from '#src/machines/uploads/effects.ts';

export type UploadHandle = { actor: UploadActor; state: UploadState };

/** A schema as the target of an upload. */
export const goalOf = ({ id, name, dataset }: Pick<Schema, 'id' | 'name' | 'dataset'>): UploadTarget => ({
  schema: id,
  title: name,
  path: `/datasets/${idIn(dataset)}/schemas/${id}/records`,
});

/** Returns the upload actor of a schema, started on first use. */
export function uploadOf(uploads: UploadsActor, target: UploadTarget, fields: Field[]): UploadActor {
  uploads.send({ type: 'upload.requested', target, fields });
  return uploads.getSnapshot().context.bySchema[target.schema]!.actor;
}

/** Refetches the records of a schema after an upload has stored some. */
export function useRefreshAfterUpload(): void {
  const client = useQueryClient();
  const { uploads } = useActors();
  useEffect(() => {
    const subscription = uploads.on('records.stored', ({ schema }) => void invalidateRecords(client, schema));
    return () => subscription.unsubscribe();
  }, [client, uploads]);
}

/** Follows a job of the schema that is still running, for example from before a reload. */
export function useUpload(
  schema: Pick<Schema, 'id' | 'name' | 'dataset' | 'schema'>,
  behindProxy: boolean,
): UploadHandle {
  const client = useQueryClient();
  const { uploads } = useActors();
  const { id } = schema;
  const actor = useMemo(() => uploadOf(uploads, goalOf(schema), fieldsOf(schema.schema)), [schema, uploads]);
  const state = useSelector(actor, (snapshot) => snapshot);
  useRefreshAfterUpload();

  useEffect(() => {
    if (!behindProxy) return;
    client.query(jobQueries.running(id)).then(
      (job) => {
        client.setQueryData(jobQueries.running(id).queryKey, null);
        if (job !== null) actor.send({ type: 'job.found', job });
      },
      () => undefined, // Safe to ignore: the job continues at the proxy.
    );
  }, [actor, behindProxy, client, id]);

  return { actor, state };
}
