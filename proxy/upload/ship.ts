/** Carries an acknowledged job to its end: segment by segment to the service, then visible all at once. */
import { createReadStream } from 'node:fs';
import { deleteSegment, putSegment } from '#contract/segments.ts';
import { HttpProblem } from '#host/problem.ts';
import type { CredentialDesk } from '../credentials.ts';
import { KeysChanged, type Manifests } from '../search/manifests.ts';
import type { Upstream } from '../upstream.ts';
import { patiently, type Errand } from './patience.ts';
import type { Spool } from './spool.ts';
import type { StoredJob } from './storedJob.ts';

export type ShipDeps = { upstream: Upstream; desk: CredentialDesk; spool: Spool; manifests: Manifests };

/** A query key that vouches for manifests of its generation. */
type Voucher = { generation: number; queryKey: Uint8Array };
/** The one that the job's segments were sealed with, and the newest, should there be another by the time they are published. */
type Vouchers = { sealing: Voucher; newest: () => Promise<Voucher> };

/**
 * Ship what the service hasn't got and publish it. Every step may be taken twice without harm, so after a crash the job
 * just goes on.
 * @param keys - vouch for the manifest.
 * @param onShipped - hears of each segment that is safe at the service; what it does is finished before the next.
 * @throws {HttpProblem} the service's refusal; the errand's abort reason.
 */
export async function ship(
  job: StoredJob,
  errand: Errand,
  deps: ShipDeps,
  keys: Vouchers,
  onShipped: (shipped: number) => Promise<void>,
): Promise<void> {
  try {
    await shipFrom(job.shipped, job, errand, deps, onShipped);
    await publish(job, errand, deps, keys);
  } catch (error) {
    // The service keeps what no manifest names for a day only, and a job may have waited longer.
    const forgotten = error instanceof HttpProblem && error.status === 400;
    if (!forgotten) throw error;
    await shipFrom(0, job, errand, deps, onShipped);
    await publish(job, errand, deps, keys);
  }
}

async function shipFrom(
  first: number,
  { id, schema, segments }: StoredJob,
  errand: Errand,
  deps: ShipDeps,
  onShipped: (shipped: number) => Promise<void>,
): Promise<void> {
  for (const [number, { entry, bytes }] of segments.entries()) {
    if (number < first) continue;
    await patiently(errand, deps, () =>
      deps.upstream.call(putSegment, {
        credentials: errand.credentials,
        params: { id: entry.id },
        query: { schema },
        body: { stream: createReadStream(deps.spool.segmentFile(id, entry.id)), length: bytes },
        signal: errand.signal,
      }),
    );
    await onShipped(number + 1);
  }
}

async function publish(
  { schema, segments }: StoredJob,
  errand: Errand,
  deps: ShipDeps,
  keys: Vouchers,
): Promise<void> {
  const entries = segments.map(({ entry }) => entry);
  let present = keys.sealing;
  await patiently(errand, deps, async () => {
    for (;;)
      try {
        const { credentials, signal } = errand;
        await deps.manifests.append({ credentials, signal, schema, ...present }, entries);
        return;
      } catch (error) {
        if (!(error instanceof KeysChanged)) throw error;
        const newest = await keys.newest();
        if (newest.generation <= present.generation) throw error;
        present = newest;
      }
  });
}

/** Take back the segments of a job that can't be finished. What can't be reached stays invisible all the same. */
export async function takeBack(
  job: StoredJob,
  { credentials, signal }: Errand,
  upstream: Upstream,
): Promise<void> {
  for (const { entry } of job.segments)
    await upstream
      .call(deleteSegment, { credentials, params: { id: entry.id }, query: { schema: job.schema }, signal })
      .catch(() => undefined);
}
