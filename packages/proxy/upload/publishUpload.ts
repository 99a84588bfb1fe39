/** Sends the segments of an acknowledged job to the service, then publishes them all at once. */
import pLimit, { type LimitFunction } from 'p-limit';
import pRetry from 'p-retry';
import { deleteSegment, putSegment } from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { CredentialWaiter } from '../credentials.ts';
import { FormerDefinition } from '../definitions/admission.ts';
import { retryDelays } from '../retry.ts';
import { EarlierKeys, KeysChanged } from '../search/manifestRefusals.ts';
import type { ManifestContext } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import type { Upstream } from '../upstream.ts';
import { OlderContent, UnknownSigner } from '../epochs/refusals.ts';
import { callUntilAnswered, type JobContext } from './callUntilAnswered.ts';
import { withNewVersion } from './replacement.ts';
import type { Spool } from './spool.ts';
import type { SpooledSegment, StoredJob } from './storedJob.ts';

export type PublishDeps = {
  upstream: Upstream;
  waiter: CredentialWaiter;
  spool: Spool;
  manifests: Manifests;
  /** Limits how many segments of all jobs are sent at the same time. */
  limitSegments: LimitFunction;
};

/** Segments of one job that are sent at the same time. */
const maxConcurrentSegmentsPerJob = 2;

/** A query key that signs manifests of its generation. */
type ManifestKey = Required<Pick<ManifestContext, 'generation' | 'queryKey' | 'keyring'>>;
/** The one that the job's segments were sealed with, and the newest, should there be another by the time they are published. */
type ManifestKeys = {
  sealing: ManifestKey;
  newest: () => Promise<ManifestKey>;
  /** The digest of the schema's present definition. */
  definition: () => Promise<string>;
};

/**
 * Sends what the service lacks and publishes it. Every step is idempotent, so after a crash the job
 * continues.
 * @param keys - sign the manifest.
 * @param onShipped - is called with the number of leading segments that the service has; one call after the other.
 * @throws {HttpProblem} the service's refusal; the job's abort reason.
 */
export async function publishUpload(
  job: StoredJob,
  jobContext: JobContext,
  deps: PublishDeps,
  keys: ManifestKeys,
  onShipped: (shipped: number) => Promise<void>,
): Promise<void> {
  try {
    await shipFrom(job.shipped, job, jobContext, deps, onShipped);
    await publish(job, jobContext, deps, keys);
  } catch (error) {
    // The service keeps what no manifest names for a day only, and a job may have waited longer.
    const isForgotten = error instanceof HttpProblem && error.status === 400;
    if (!isForgotten) throw error;
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
  const stored = new Set<number>();
  const limit = pLimit(maxConcurrentSegmentsPerJob);
  const notifying = pLimit(1);
  let shipped = first;
  let hasFailed = false;
  const ship = async (number: number) => {
    if (hasFailed) return;
    try {
      await callUntilAnswered(jobContext, deps, () =>
        deps.limitSegments(() => sendSegment(job, segments[number]!, jobContext, deps)),
      );
      stored.add(number);
      if (number !== shipped) return;
      while (stored.has(shipped)) shipped++;
      const present = shipped;
      await notifying(() => onShipped(present));
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const numbers = Array.from(segments.keys()).slice(first);
  // All settle: a segment that arrives after its job has failed could not be taken back.
  const outcomes = await Promise.allSettled(numbers.map((number) => limit(ship, number)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Sends one segment. A job that is cancelled meanwhile waits for it: what arrives later could not be taken back. */
const sendSegment = (
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
  { schema, segments, definition: digest, replaces }: StoredJob,
  jobContext: JobContext,
  deps: PublishDeps,
  keys: ManifestKeys,
): Promise<void> {
  const entries = segments.map(({ entry }) => entry);
  const definition = digest === undefined ? undefined : { digest };
  let present = keys.sealing;
  // The service has the segments by now, so the definition stays as it is until they are published.
  const beforeFirst = async () => {
    if (digest !== undefined && digest !== (await keys.definition())) throw otherDefinition();
  };
  const append = async () => {
    for (;;)
      try {
        const { credentials, signal } = jobContext;
        const context = { credentials, signal, schema, definition, beforeFirst, ...present };
        if (!replaces) await deps.manifests.append(context, entries);
        else await deps.manifests.change(context, (listed) => withNewVersion(listed, entries[0]!, replaces));
        return;
      } catch (error) {
        if (error instanceof FormerDefinition) throw otherDefinition(error);
        if (!(error instanceof KeysChanged || error instanceof EarlierKeys)) throw error;
        const newest = await keys.newest();
        if (newest.generation < keys.sealing.generation) throw keysLost(error);
        if (newest.generation === present.generation) throw error;
        present = newest;
      }
  };
  await callUntilAnswered(jobContext, deps, () =>
    pRetry(append, {
      ...retryDelays,
      retries: Infinity,
      signal: jobContext.signal,
      // A backup was restored: once an owner accepts its content, the job continues.
      shouldRetry: ({ error }) => error instanceof OlderContent || error instanceof UnknownSigner,
    }),
  );
}

const otherDefinition = (cause?: unknown) =>
  new HttpProblem(
    409,
    'The definition of this schema was changed while the records were on their way. Nothing of them is stored: upload them again, and they are checked with the new definition.',
    { cause },
  );

const keysLost = (cause: unknown) =>
  new HttpProblem(
    422,
    'A backup of the service was restored, and these records were sealed with keys that it doesn’t have. Nothing of them is stored: upload the file again.',
    { cause },
  );

/**
 * Takes back the segments of a job that can't be finished.
 * @throws the job's abort reason.
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
      // It is gone, or the person lost their rights: the service deletes what stays unpublished.
      if (!(error instanceof HttpProblem) || jobContext.signal.aborted) throw error;
    });
}
