/** What the tray shows: the uploads of this visit, of other tabs, and those that the proxy has gone on with or ended since a reload. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { jobQueries } from '#src/queries/jobs.ts';
import { schemaQueries } from '#src/queries/schemas.ts';
import { allUploads, uploadOf, type Upload } from './uploads.ts';
import { goalOf, useStored } from './useUpload.ts';

export function useTray(behindProxy: boolean): readonly Upload[] {
  const client = useQueryClient();
  useStored();
  useEffect(() => {
    if (!behindProxy) return;
    const show = async ({ job_id: job, schema: link }: Job) => {
      const schema = await client.query(schemaQueries.one(idIn(link)));
      // Of several into one schema the first is shown; the others wait for the next visit.
      uploadOf(goalOf(schema), fieldsOf(schema.schema)).send({ type: 'job.found', job });
    };
    const look = async () => Promise.allSettled((await client.query(jobQueries.toShow())).map(show));
    // Nothing is lost: the jobs go on, and their records appear when they are done.
    look().catch(() => undefined);
  }, [behindProxy, client]);
  return useSyncExternalStore(allUploads.subscribe, allUploads.get);
}
