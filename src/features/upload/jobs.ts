/** Upload jobs on this machine. A running one is followed by the upload machine; here it is only found. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { hasEnded, listJobs, listUploaded, type Job } from '@cloakroom/contract/jobs.ts';
import { list } from '#src/shared/http/list.ts';

/** Whether a job goes on by itself or was begun by a page, also one that this browser has left since. */
const isUnderWay = ({ status, unseen }: Job) =>
  status === 'processing' || (status === 'uploading' && unseen === true);

export const jobQueries = {
  /** The id of the newest job of a schema that hasn't ended, or null: looked for once a visit. */
  running: (schema: string) =>
    queryOptions({
      queryKey: ['jobs', 'running', schema] as const,
      queryFn: async ({ signal }) => {
        const { items } = await list(listJobs, { query: { schema }, signal });
        return items.find(isUnderWay)?.job_id ?? null;
      },
      staleTime: Infinity,
      retry: false,
    }),
  /** Those that haven't ended, of whichever schema, then those whose end nobody has seen: looked for once a visit. */
  toShow: () =>
    queryOptions({
      queryKey: ['jobs', 'to show'] as const,
      queryFn: async ({ signal }) => {
        const { items } = await list(listJobs, { signal });
        return [...items.filter(isUnderWay), ...items.filter((job) => hasEnded(job) && job.unseen)];
      },
      staleTime: Infinity,
      retry: false,
    }),
  /** The complete uploads of this very file into a schema, newest first. */
  uploaded: (schema: string, fingerprint: string) =>
    queryOptions({
      queryKey: ['jobs', 'uploaded', schema, fingerprint] as const,
      queryFn: async ({ signal }) =>
        (await list(listUploaded, { query: { schema, fingerprint }, signal })).items,
      // It may have been uploaded a moment ago.
      staleTime: 0,
      retry: false,
    }),
};

export const useUploaded = (schema: string, fingerprint: string) =>
  useQuery(jobQueries.uploaded(schema, fingerprint));
