/** What the tray shows: the uploads of this visit, of other tabs, and those that the proxy has gone on with or ended since a reload. */
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { jobQueries } from './jobs.ts';
import { schemaQueries } from '#src/features/schemas/index.ts';
import { useActors } from '#src/features/root/index.ts';
import type { SchemaUpload, Uploads } from '#src/machines/uploads/types.ts';
import { goalOf, uploadOf, useStored } from './useUpload.ts';

const shownIn = ({ context }: { context: Uploads }) =>
  Object.values(context.bySchema).filter(({ state }) => !state.matches('none'));

const areSame = (before: readonly SchemaUpload[], now: readonly SchemaUpload[]) =>
  before.length === now.length && before.every((upload, at) => upload === now[at]);

export function useTrayUploads(behindProxy: boolean): readonly SchemaUpload[] {
  const client = useQueryClient();
  const { uploads } = useActors();
  useStored();
  useEffect(() => {
    if (!behindProxy) return;
    const show = async ({ job_id: job, schema: link }: Job) => {
      const schema = await client.query(schemaQueries.one(idIn(link)));
      // Of several into one schema the first is shown; the others wait for the next visit.
      uploadOf(uploads, goalOf(schema), fieldsOf(schema.schema)).send({ type: 'job.found', job });
    };
    const look = async () => Promise.allSettled((await client.query(jobQueries.toShow())).map(show));
    // Nothing is lost: the jobs go on, and their records appear when they are done.
    look().catch(() => undefined);
  }, [behindProxy, client, uploads]);
  return useSelector(uploads, shownIn, areSame);
}
