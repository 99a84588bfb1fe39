/** The uploads in the tray: of this tab, of other tabs, and jobs that continued or ended at the proxy since a reload. */
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { jobQueries } from './jobQueries.ts';
import { schemaQueries } from '#src/features/schemas/index.ts';
import { useActors } from '#src/features/root/index.ts';
import type { SchemaUpload, UploadsContext } from '#src/machines/uploads/types.ts';
import { goalOf, uploadOf, useRefreshAfterUpload } from './useUpload.ts';

const visibleUploads = ({ context }: { context: UploadsContext }) =>
  Object.values(context.bySchema).filter(({ state }) => !state.matches('none'));

const areSame = (previous: readonly SchemaUpload[], next: readonly SchemaUpload[]) =>
  previous.length === next.length && previous.every((upload, i) => upload === next[i]);

export function useTrayUploads(behindProxy: boolean): readonly SchemaUpload[] {
  const client = useQueryClient();
  const { uploads } = useActors();
  useRefreshAfterUpload();
  useEffect(() => {
    if (!behindProxy) return;
    const follow = async ({ job_id: job, schema: link }: Job) => {
      const schema = await client.query(schemaQueries.one(idIn(link)));
      // Of several jobs of a schema only the first is shown in this visit.
      uploadOf(uploads, goalOf(schema), fieldsOf(schema.schema)).send({ type: 'job.found', job });
    };
    const followAll = async () => Promise.allSettled((await client.query(jobQueries.toShow())).map(follow));
    // Safe to ignore: the jobs continue at the proxy.
    followAll().catch(() => undefined);
  }, [behindProxy, client, uploads]);
  return useSelector(uploads, visibleUploads, areSame);
}
