/** Carries an acknowledged job to its end: segment by segment to the service, then visible all at once. [Way 4/8] */
import { deleteSegment, putSegment } from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { CredentialWaiter } from '../credentials.ts';
import { EarlierKeys, KeysChanged } from '../search/manifestRefusals.ts';
import type { ManifestQuestion, Manifests } from '../search/manifests.ts';
import type { Upstream } from '../upstream.ts';
import { OlderContent, UnknownSigner } from '../epochs/refusals.ts';
import type { Semaphore } from './semaphore.ts';
import { callUntilAnswered, type JobContext } from './callUntilAnswered.ts';
import { waitBeforeRetry } from './retry.ts';
import type { Spool } from './spool.ts';
import type { SpooledSegment, StoredJob } from './storedJob.ts';

export type PublishDeps = {
  upstream: Upstream;
  waiter: CredentialWaiter;
  spool: Spool;
  manifests: Manifests;
  /** Segments of all jobs go through these. */
  semaphore: Semaphore;
};

/** Segments of one job that are on their way at the same time. */
const abreast = 2;

/** A query key that vouches for manifests of its generation. */
type Voucher = Required<Pick<ManifestQuestion, 'generation' | 'queryKey' | 'keyring'>>;
/** The one that the job's segments were sealed with, and the newest, should there be another by the time they are published. */
type Vouchers = { sealing: Voucher; newest: () => Promise<Voucher> };

/**
 * Ship what the service hasn't got and publish it. Every step may be taken twice without harm, so after a crash the job
 * just goes on.
 * @param keys - vouch for the manifest.
 * @param onShipped - hears how many segments, of the first ones, are safe at the service; one call after the other.
 * @throws {HttpProblem} the service's refusal; the errand's abort reason.
 */
export async function publishUpload(
  job: StoredJob,
  jobContext: JobContext,
  deps: PublishDeps,
  keys: Vouchers,
  onShipped: (shipped: number) => Promise<void>,
): Promise<void> {
  try {
    await shipFrom(job.shipped, job, jobContext, deps, onShipped);
    await publish(job, jobContext, deps, keys);
  } catch (error) {
    // The service keeps what no manifest names for a day only, and a job may have waited longer.
    const forgotten = error instanceof HttpProblem && error.status === 400;
    if (!forgotten) throw error;
    await shipFrom(0, job, jobContext, deps, onShipped);
    await publish(job, jobContext, deps, keys);
  }
}

async function shipFrom(
  first: number,
  job: StoredJob,
  jobContext: JobContext,
  deps: PublishDeps,
  onShipped: (shipped: number) => Promise<void>,
): Promise<void> {
  const { segments } = job;
  const there = new Set<number>();
  let next = first;
  let shipped = first;
  let told = Promise.resolve();
  const lane = async () => {
    while (next < segments.length) {
      const number = next++;
      await callUntilAnswered(jobContext, deps, () =>
        deps.semaphore.through(() => put(job, segments[number]!, jobContext, deps)),
      );
      there.add(number);
      if (number !== shipped) continue;
      while (there.has(shipped)) shipped++;
      const present = shipped;
      told = told.then(() => onShipped(present));
      await told;
    }
  };
  const semaphore = await Promise.allSettled(
    Array.from({ length: abreast }, () =>
      lane().catch((error: unknown) => {
        next = segments.length;
        throw error;
      }),
    ),
  );
  for (const one of semaphore) if (one.status === 'rejected') throw one.reason;
}

/** Send one segment. A job that is cancelled meanwhile waits for it: what arrives later could not be taken back. */
const put = (
  { id, schema }: StoredJob,
  segment: SpooledSegment,
  { credentials, closing }: JobContext,
  { upstream, spool }: PublishDeps,
) =>
  upstream.call(putSegment, {
    credentials,
    params: { id: segment.entry.id },
    query: { schema },
    body: { stream: spool.segment(id, segment), length: segment.bytes },
    signal: closing,
  });

async function publish(
  { schema, segments, definition: digest }: StoredJob,
  jobContext: JobContext,
  deps: PublishDeps,
  keys: Vouchers,
): Promise<void> {
  const entries = segments.map(({ entry }) => entry);
  const definition = digest === undefined ? undefined : { digest };
  let present = keys.sealing;
  let waits = 0;
  const attempt = async () => {
    try {
      const { credentials, signal } = jobContext;
      await deps.manifests.append({ credentials, signal, schema, definition, ...present }, entries);
      return true;
    } catch (error) {
      if (!(error instanceof KeysChanged || error instanceof EarlierKeys)) throw error;
      const newest = await keys.newest();
      if (newest.generation < keys.sealing.generation) throw lostKeys(error);
      if (newest.generation === present.generation) throw error;
      present = newest;
      return false;
    }
  };
  await callUntilAnswered(jobContext, deps, async () => {
    for (;;)
      try {
        if (await attempt()) return;
      } catch (error) {
        if (!(error instanceof OlderContent || error instanceof UnknownSigner)) throw error;
        // A backup was restored: an owner accepts its content, and then the job goes on.
        await waitBeforeRetry(++waits, jobContext.signal);
      }
  });
}

const lostKeys = (cause: unknown) =>
  new HttpProblem(
    422,
    'A backup of the service was restored, and these records were sealed with keys that it doesn’t have. Nothing of them is stored: upload the file again.',
    { cause },
  );

/**
 * Take back the segments of a job that can't be finished.
 * @throws the errand's abort reason.
 */
export async function withdrawUpload(
  { schema, segments }: StoredJob,
  jobContext: JobContext,
  deps: Pick<PublishDeps, 'upstream' | 'waiter'>,
): Promise<void> {
  for (const { entry } of segments)
    await callUntilAnswered(jobContext, deps, () => {
      const { credentials, closing } = jobContext;
      const params = { id: entry.id };
      return deps.upstream.call(deleteSegment, { credentials, params, query: { schema }, signal: closing });
    }).catch((error: unknown) => {
      // It isn't there, or this person is not listened to any more: the service sweeps what stays unpublished.
      if (!(error instanceof HttpProblem) || jobContext.signal.aborted) throw error;
    });
}
