/** Whether the records of a complete upload were deleted since. */
import type { Job } from '@cloakroom/contract/jobs.ts';
import type { Caller } from '../callers.ts';
import type { OwnSchema } from '../schemas.ts';
import { manifestContextOf } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import { recordCounts } from '../search/recordCounts.ts';

/**
 * Whether a job that was accepted still has records, or will have them. The signed manifest tells: another proxy may have deleted
 * them. Where it can't be read the answer is no: a file that is stored twice can be deleted, and a lost one is not noticed.
 */
export async function hasRecordsLeft(
  job: Job | null,
  { caller, own }: { caller: Caller; own: OwnSchema },
  manifests: Pick<Manifests, 'read'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (job?.status !== 'complete' || job.upload === undefined) return job !== null;
  try {
    const manifest = await manifests.read({ ...manifestContextOf(caller.credentials, own), signal });
    return recordCounts(manifest).has(job.upload);
  } catch {
    return false;
  }
}
