/** The upload of a schema, for the parts of the screen that show it. */
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fieldsOf } from '#contract/fields.ts';
import type { Schema } from '#contract/schemas.ts';
import { jobQueries } from '#src/queries/jobs.ts';
import { recordsChanged } from '#src/queries/records.ts';
import { uploadOf, type UploadActor, type UploadState } from './uploads.ts';

export type UploadShown = { actor: UploadActor; state: UploadState };

/** A job of the schema that is still running, from before a reload say, is followed from here on. */
export function useUpload(schema: Pick<Schema, 'id' | 'schema'>, behindProxy: boolean): UploadShown {
  const client = useQueryClient();
  const { id, schema: definition } = schema;
  const actor = useMemo(
    () => uploadOf(id, fieldsOf(definition), (changed) => void recordsChanged(client, changed)),
    [client, id, definition],
  );
  const state = useSelector(actor, (now) => now);

  useEffect(() => {
    if (!behindProxy) return;
    client.query(jobQueries.running(id)).then(
      (job) => {
        client.setQueryData(jobQueries.running(id).queryKey, null);
        if (job !== null && actor.getSnapshot().context.file === null) actor.send({ type: 'job.found', job });
      },
      () => undefined, // Nothing is lost: the job goes on, and its records appear when it is done.
    );
  }, [actor, behindProxy, client, id]);

  return { actor, state };
}
