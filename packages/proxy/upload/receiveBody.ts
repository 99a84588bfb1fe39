/** Receives one body: checks it, seals it and writes it to the spool. If that fails, no record is left. */
import { createHmac, randomBytes } from 'node:crypto';
import { defaultBatchSize, type JobBytes } from '@cloakroom/contract/jobs.ts';
import type { ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { ignoreStorageError, storageProblem } from '@cloakroom/server-kit/storageError.ts';
import type { Format } from '@cloakroom/ingest/format.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import { definitionDigest } from '../definitions/digest.ts';
import { jobOwnerOf, nameOfOwner } from '../credentials.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { fieldKeysOf, queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';
import type { Caller } from '../callers.ts';
import type { Manifests } from '../search/manifests.ts';
import { BodyMeter, type RunningDigest } from './bodyMeter.ts';
import { failureMessage } from './jobRunner.ts';
import type { JobRegistry } from './jobRegistry.ts';
import type { ReceivedBodies } from './idempotency.ts';
import { hasRecordsLeft } from './recordsLeft.ts';
import { sealUpload } from './sealUpload.ts';
import type { SealResult } from './sealRows.ts';
import type { SealThreads } from './sealThreads.ts';
import { sealCredentials } from './sealedCredentials.ts';
import type { Spool } from './spool.ts';
import type { Replacement } from './replacement.ts';
import { jobOf, replacingJobVersion, storedJobVersion, type StoredJob } from './storedJob.ts';
import { markOf } from './uploadedFiles.ts';

/** A body to receive. */
export type IncomingBody = {
  caller: Caller;
  own: OwnSchema;
  format: Format;
  reading?: ParseOptions;
  /** Records that the job counts as one batch. */
  batch?: number | undefined;
  /** The file's fingerprint. */
  fingerprint?: string | undefined;
  /** Whether the ended job is stored until its owner has seen it. */
  untilSeen?: boolean;
  /** The `Idempotency-Key`. */
  key?: string | undefined;
  /** Without a key: whether the body is stored although an identical one was stored just before. */
  duplicate?: boolean;
  /** The record that the body's only record is a new version of. */
  replaces?: Replacement | undefined;
  /** The body's length in bytes, where the sender named it. */
  size?: number | undefined;
  body: AsyncIterable<Uint8Array>;
  /** Called with the job's id when an attempt begins to read this body. A repeat of a key may do so later, or never. */
  onAttempt?: (id: string) => void;
};

/** The acknowledged job; none for a bad file or a repeated body. `upload` is the first part of the records' ids. */
export type ReceivedBody = { job: StoredJob | null; upload: string };

/** The job that stands for an upload; `replayed` where it is that of an earlier request. */
export type JobReference = { id: string; replayed: boolean };

/** Receives the events of a body. */
export type ReceiveListener = {
  /** The job is on the disk. */
  onCreated(): void;
  /** The last byte has arrived, or the job has ended before. `whole` distinguishes the two. */
  onArrived(job: JobReference, whole: boolean): void;
  /** The job has failed; `retryable` where nothing of it is stored for a reason that isn't the file's. */
  onFailed(retryable: boolean): void;
};

export type ReceiveDeps = {
  spool: Spool;
  registry: JobRegistry;
  threads: SealThreads;
  bodies: ReceivedBodies;
  manifests: Pick<Manifests, 'read'>;
};

/** Why the job of a proxy that was stopped or killed has failed. */
export const stoppedMessage =
  'The proxy was stopped while the file was arriving. Nothing was stored. Upload the file again.';
const nothingStored = 'Nothing of the file was stored.';
const refusedMessage = 'The file was refused, so nothing was stored. Upload it again to see why.';

/** The keys that seal for a schema. @throws {HttpProblem} 422 when one is missing. */
export const sealingKeysOf = ({ keyring, schema, fields }: OwnSchema) => ({
  queryKey: queryKeyOf(keyring, schema),
  fieldKeys: fieldKeysOf(keyring, schema, fields),
});

/** The digest of a body. It is keyed, so that a copy of the disk cannot be used to confirm a guess. */
function digestOf(
  keyring: Keyring,
  schema: string,
  { caller, format, reading = {} }: IncomingBody,
): RunningDigest {
  const { encoding = 'utf-8', delimiter = ',', rows = 'all', links = 'check' } = reading;
  return createHmac('sha256', keyring.spoolKey('uploaded bodies')).update(
    canonical(nameOfOwner(jobOwnerOf(caller)), schema, format, encoding, delimiter, rows, links),
  );
}

/** The state of a job before its first row. */
function newJob(id: string, incoming: IncomingBody): StoredJob {
  const { caller, own, batch = defaultBatchSize, fingerprint, key, replaces } = incoming;
  return {
    version: replaces ? replacingJobVersion : storedJobVersion,
    id,
    ...jobOwnerOf(caller),
    schema: own.schema.id,
    created: Date.now(),
    status: 'uploading',
    records: 0,
    leftOut: 0,
    segments: [],
    definition: definitionDigest(own.schema.id, own.fields),
    shipped: 0,
    batch,
    ...(key === undefined ? {} : { key }),
    ...(replaces && { replaces }),
    ...(fingerprint === undefined ? {} : { file: markOf(own.keyring, own.schema.id, fingerprint) }),
    // Sealed now: the keyring may be locked by the time the last row has come.
    credentials: sealCredentials(own.keyring, id, caller.credentials),
  };
}

/**
 * Receives a whole body. The job is on disk before the first byte is read, so it survives a crash.
 * @param signals - `cancelled` ends the job, `closing` interrupts it.
 * @throws why the job has failed, unless its rows are bad. Then no record is left.
 */
export async function receiveBody(
  id: string,
  incoming: IncomingBody,
  keys: ReturnType<typeof sealingKeysOf>,
  listener: ReceiveListener,
  deps: ReceiveDeps,
  signals: { cancelled: AbortSignal; closing: AbortSignal },
): Promise<ReceivedBody> {
  const { own, size } = incoming;
  const { schema, keyring, fields } = own;
  const { spool, registry, threads, bodies } = deps;
  const upload = randomBytes(12);
  const initialJob = newJob(id, incoming);
  const signal = AbortSignal.any([signals.closing, signals.cancelled]);
  let body: StoredJob['body'];
  let repeatedJob: Promise<string | null> = Promise.resolve(null);
  let accept: (accepted: boolean) => void = () => undefined;

  const meter = new BodyMeter(incoming.body, digestOf(keyring, schema.id, incoming), (digest) => {
    body = { digest, received: Date.now() };
    const accepted = new Promise<boolean>((resolve) => (accept = resolve));
    bodies.add({ job: id, ...body, accepted });
    const mayRepeat = incoming.key !== undefined || incoming.duplicate === true;
    const hasRecords = (job: string) => hasRecordsLeft(registry.job(job), incoming, deps.manifests, signal);
    repeatedJob = mayRepeat ? Promise.resolve(null) : bodies.firstOf(id, initialJob.created, hasRecords);
    void repeatedJob.then((one) => listener.onArrived({ id: one ?? id, replayed: one !== null }, true));
  });
  const bytesAt = (sealed: number): JobBytes => ({
    received: meter.received,
    sealed,
    ...(size === undefined ? {} : { size }),
  });

  try {
    const folder = await spool.open(id);
    await spool.write(initialJob);
    if (incoming.untilSeen) await spool.markUnseen(id);
    listener.onCreated();
    const { format, reading = {} } = incoming;
    const task = { folder, schema: schema.id, fields, format, reading, generation: schema.generation, upload, ...keys }; // prettier-ignore
    const onRead = (total: number, sealedBytes: number) =>
      registry.update(id, { total, bytes: bytesAt(sealedBytes) });
    const sealed = await sealUpload(task, meter, threads, { onRead, signal });
    if (!sealed.good) {
      await refuse(initialJob, sealed, deps);
      listener.onFailed(false);
      return { job: null, upload: upload.toString('hex') };
    }
    const repeated = await repeatedJob;
    if (repeated !== null) {
      await spool.write({ ...initialJob, status: 'complete', alias: repeated, credentials: '' });
      await spool.clear(id);
      registry.alias(id, repeated);
      return { job: null, upload: upload.toString('hex') };
    }
    const { records, leftOut, segments } = sealed;
    const job: StoredJob = {
      ...initialJob,
      status: 'processing',
      records,
      leftOut,
      segments,
      ...(body ? { body } : {}),
    };
    await spool.write(job);
    signal.throwIfAborted();
    accept(true);
    registry.update(id, { ...jobOf(job), bytes: undefined });
    return { job, upload: upload.toString('hex') };
  } catch (error) {
    const failure = failureOf(error, { ...signals, broken: meter.broken, folder: spool.folder(id) });
    await fail(initialJob, failure, deps);
    listener.onFailed(failure.retryable);
    throw failure.error;
  } finally {
    accept(false);
    listener.onArrived({ id, replayed: false }, false);
  }
}

type ReceiveFailure = { error: unknown; interrupted: boolean; retryable: boolean; seen: boolean };

/** What a failed body means for its job. */
function failureOf(
  error: unknown,
  {
    cancelled,
    closing,
    broken,
    folder,
  }: { cancelled: AbortSignal; closing: AbortSignal; broken: boolean; folder: string },
): ReceiveFailure {
  if (cancelled.aborted) return { error, interrupted: false, retryable: false, seen: true };
  if (closing.aborted) {
    const stopped = new HttpProblem(503, stoppedMessage, { cause: error });
    return { error: stopped, interrupted: true, retryable: true, seen: false };
  }
  // A sender that has hung up knows.
  if (broken) return { error, interrupted: true, retryable: true, seen: true };
  const known = storageProblem(error, nothingStored, folder) ?? error;
  return { error: known, interrupted: false, retryable: true, seen: false };
}

async function fail(
  initialJob: StoredJob,
  failure: ReceiveFailure,
  { spool, registry }: ReceiveDeps,
): Promise<void> {
  const { error, interrupted, retryable, seen } = failure;
  const { id } = initialJob;
  const reason = {
    error: failureMessage(error),
    ...(interrupted ? { interrupted } : {}),
    ...(retryable ? { retryable } : {}),
  };
  const failed = await storeFailed(initialJob, reason, spool);
  if (seen) {
    registry.markSeen(id);
    await spool.markSeen(id);
  }
  registry.update(id, { ...jobOf(failed), total: registry.total(id), bytes: undefined });
}

/** The messages about rows may contain values: they are shown on the page, and not written to the disk. */
async function refuse(
  initialJob: StoredJob,
  { error, errors }: Exclude<SealResult, { good: true }>,
  { spool, registry }: ReceiveDeps,
): Promise<void> {
  await storeFailed(initialJob, { error: refusedMessage, retryable: true }, spool);
  registry.update(initialJob.id, { status: 'failed', error, errors, bytes: undefined });
}

/**
 * Removes the segments of a job and stores that it has failed. Where the disk fails, the next run finds the job unfinished.
 * @returns the failed job.
 */
async function storeFailed(
  job: StoredJob,
  reason: Pick<StoredJob, 'error' | 'interrupted' | 'retryable'>,
  spool: Spool,
): Promise<StoredJob> {
  const failed: StoredJob = { ...job, status: 'failed', ended: Date.now(), credentials: '', ...reason };
  for (const step of [() => spool.clear(job.id), () => spool.write(failed)])
    await step().catch(ignoreStorageError);
  return failed;
}

/** Ends the job of a file that was arriving when the program ended. @returns the job as it is on the disk now. */
export const markInterrupted = (job: StoredJob, spool: Spool): Promise<StoredJob> =>
  storeFailed(job, { error: stoppedMessage, interrupted: true, retryable: true }, spool);
