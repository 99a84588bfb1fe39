/** The upload of a schema, for the parts of the screen that show it. */
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fieldsOf, type Field } from '@cloakroom/contract/fields.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useActors } from '#src/features/root/index.ts';
import { jobQueries } from './jobs.ts';
import { invalidateRecords } from '#src/features/records/index.ts';
import type { Goal, UploadActor, UploadState } from '#src/machines/uploads/types.ts';
import type { UploadsActor } from '#src/machines/uploads/effects.ts';

export type UploadShown = { actor: UploadActor; state: UploadState };

/** A schema as the goal of an upload. */
export const goalOf = ({ id, name, dataset }: Pick<Schema, 'id' | 'name' | 'dataset'>): Goal => ({
  schema: id,
  title: name,
  path: `/datasets/${idIn(dataset)}/schemas/${id}/records`,
});

/** The upload into a schema, started when it is first asked for. */
export function uploadOf(uploads: UploadsActor, goal: Goal, fields: Field[]): UploadActor {
  uploads.send({ type: 'upload.wanted', goal, fields });
  return uploads.getSnapshot().context.bySchema[goal.schema]!.actor;
}

/** Records that were stored appear where they are shown. */
export function useStored(): void {
  const client = useQueryClient();
  const { uploads } = useActors();
  useEffect(() => {
    const watch = uploads.on('records.stored', ({ schema }) => void invalidateRecords(client, schema));
    return () => watch.unsubscribe();
  }, [client, uploads]);
}

/** A job of the schema that is still running, from before a reload say, is followed from here on. */
export function useUpload(
  schema: Pick<Schema, 'id' | 'name' | 'dataset' | 'schema'>,
  behindProxy: boolean,
): UploadShown {
  const client = useQueryClient();
  const { uploads } = useActors();
  const { id } = schema;
  const actor = useMemo(() => uploadOf(uploads, goalOf(schema), fieldsOf(schema.schema)), [schema, uploads]);
  const state = useSelector(actor, (now) => now);
  useStored();

  useEffect(() => {
    if (!behindProxy) return;
    client.query(jobQueries.running(id)).then(
      (job) => {
        client.setQueryData(jobQueries.running(id).queryKey, null);
        if (job !== null) actor.send({ type: 'job.found', job });
      },
      () => undefined, // Nothing is lost: the job goes on, and its records appear when it is done.
    );
  }, [actor, behindProxy, client, id]);

  return { actor, state };
}
