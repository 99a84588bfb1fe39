/** The upload actor of a schema and its state. */
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useActors } from '#src/features/root/index.ts';
import { jobQueries } from './jobQueries.ts';
import { invalidateRecords } from '#src/features/records/index.ts';
import { requestUpload } from '#src/machines/uploads/requestUpload.ts';
import type { UploadActor, UploadState } from '#src/machines/uploads/types.ts';

export type UploadHandle = { actor: UploadActor; state: UploadState };

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
  const actor = useMemo(() => requestUpload(uploads, schema), [schema, uploads]);
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
