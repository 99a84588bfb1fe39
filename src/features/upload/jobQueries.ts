/** Queries for the upload jobs of this machine. The upload machine follows running ones. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { hasEnded, listJobs, listUploaded, type Job } from '@cloakroom/contract/jobs.ts';
import { list } from '#src/shared/http/call.ts';

/** Whether a job is running; one that a closed page has started counts too. */
const isUnderWay = ({ status, unseen }: Job) =>
  status === 'processing' || (status === 'uploading' && unseen === true);

export const jobQueries = {
  /** Id of the newest running job of a schema, or null. Fetched once per visit. */
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
  /** Running jobs of all schemas, then ended ones whose result has not been shown. Fetched once per visit. */
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
  /** Completed uploads of the same file into a schema, newest first. */
  previousUploads: (schema: string, fingerprint: string) =>
    queryOptions({
      queryKey: ['jobs', 'uploaded', schema, fingerprint] as const,
      queryFn: async ({ signal }) =>
        (await list(listUploaded, { query: { schema, fingerprint }, signal })).items,
      // It may have been uploaded just now.
      staleTime: 0,
      retry: false,
    }),
};

export const usePreviousUploads = (schema: string, fingerprint: string) =>
  useQuery(jobQueries.previousUploads(schema, fingerprint));
