/** The upload of a schema, for the parts of the screen that show it. */
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { successes } from '#src/lib/successes.ts';
import { jobQueries } from '#src/queries/jobs.ts';
import { recordsChanged } from '#src/queries/records.ts';
import { newRecords } from './newRecords.ts';
import type { Goal } from './otherTabs.ts';
import { uploadOf, whenStored, type UploadActor, type UploadState } from './uploads.ts';

export type UploadShown = { actor: UploadActor; state: UploadState };

/** A schema as the goal of an upload. */
export const goalOf = ({ id, name, dataset }: Pick<Schema, 'id' | 'name' | 'dataset'>): Goal => ({
  schema: id,
  title: name,
  path: `/datasets/${idIn(dataset)}/schemas/${id}/records`,
});

/** Records that were stored appear where they are shown. */
export function useStored(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      whenStored((schema, records) => {
        successes.add();
        newRecords.add(schema, records);
        void recordsChanged(client, schema);
      }),
    [client],
  );
}

/** A job of the schema that is still running, from before a reload say, is followed from here on. */
export function useUpload(
  schema: Pick<Schema, 'id' | 'name' | 'dataset' | 'schema'>,
  behindProxy: boolean,
): UploadShown {
  const client = useQueryClient();
  const { id } = schema;
  const actor = useMemo(() => uploadOf(goalOf(schema), fieldsOf(schema.schema)), [schema]);
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
