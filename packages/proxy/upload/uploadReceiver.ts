/** Receives uploads: one attempt at a time for each job, and one job for each upload, however often it is sent. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { hasEnded, type Job } from '@cloakroom/contract/jobs.ts';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import { HttpProblem, unprocessable } from '@cloakroom/server-kit/problem.ts';
import { jobOwnerOf, type Credentials, type JobOwner } from '../credentials.ts';
import { ReceivedBodies, IdempotencyKeys, type KeyEntry } from './idempotency.ts';
import type { StoredJob } from './storedJob.ts';
import {
  sealingKeysOf,
  receiveBody,
  type IncomingBody,
  type ReceiveDeps,
  type JobReference,
  type ReceivedBody,
} from './receiveBody.ts';

/** Unfinished jobs that one person may have. */
const maxUnfinishedJobs = 5;

/** A body that is being received for a job. */
type Attempt = {
  /** Resolves when the job is on disk; rejects if the disk is full. */
  created: Promise<null>;
  /** The job that stands for the upload, and whether the body has arrived whole. */
  arrived: Promise<{ reference: JobReference; isComplete: boolean }>;
  received: Promise<ReceivedBody>;
};

/** An upload whose receiving has begun. */
export type IncomingUpload = {
  /** The job's id; `replayed` where it is known already that nothing of this request will be stored. */
  reference: JobReference;
  /** The job that stands for the upload, known when the last byte has arrived or the job has ended. */
  arrived: Promise<JobReference>;
  /** The result of the body; null where the body of another request is received. */
  received: Promise<ReceivedBody> | null;
};

type Deps = Omit<ReceiveDeps, 'bodies'> & {
  log: FastifyBaseLogger;
  /** Aborted when the proxy stops. */
  closing: AbortSignal;
  /** Called with each attempt: what cancels it, and what settles with it. */
  onStarted: (id: string, cancel: AbortController, over: Promise<unknown>) => void;
  /** Called with each job that is stored on disk. */
  onReceived: (job: StoredJob, credentials: Credentials) => void;
  /** Removes all data of a job. */
  forget: (id: string) => Promise<void>;
};

export class UploadReceiver {
  readonly #deps: Deps;
  readonly #attempts = new Map<string, Attempt>();
  readonly #keys = new IdempotencyKeys();
  readonly #bodies: ReceivedBodies;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#bodies = new ReceivedBodies((id) => deps.registry.job(id)?.status === 'failed');
  }

  /**
   * Begins to receive an upload. Its job is on disk when this resolves, and the body is received in the background. A key that
   * was used before returns its first job; if that failed with nothing stored, its id is used for a new attempt.
   * @throws {HttpProblem} 422 when keys are missing or the `Idempotency-Key` belongs to another schema, 429 for too many
   * jobs at once, 507 when the disk is full.
   */
  async begin(incoming: IncomingBody): Promise<IncomingUpload> {
    const { caller, own, key } = incoming;
    const earlier = key === undefined ? null : this.#keys.find(jobOwnerOf(caller), key);
    if (earlier) return this.#repeat(earlier, incoming);
    if (
      this.#deps.registry.list({ user: caller.user }).filter((job) => !hasEnded(job)).length >=
      maxUnfinishedJobs
    )
      throw new HttpProblem(
        429,
        `${maxUnfinishedJobs} uploads are under way. Wait until one of them is complete.`,
      );
    const id = randomUUID();
    const attempt = this.#attempt(id, incoming);
    if (key !== undefined)
      this.#keys.add({
        ...jobOwnerOf(caller),
        key,
        job: id,
        schema: own.schema.id,
        retryable: false,
        record: incoming.replaces?.id,
      });
    try {
      await attempt.created;
    } catch (error) {
      await attempt.received.catch(() => undefined);
      // A repeat of the call may have begun another attempt.
      if (!this.#attempts.has(id)) await this.#deps.forget(id);
      throw error;
    }
    return {
      reference: { id, replayed: false },
      arrived: attempt.arrived.then(({ reference }) => reference),
      received: attempt.received,
    };
  }

  /**
   * Receives a whole body.
   * @throws {HttpProblem} as {@link begin} does; why the job has failed, unless its rows are bad.
   */
  async accept(incoming: IncomingBody): Promise<{ id: string; upload: string }> {
    const { reference, received } = await this.begin(incoming);
    const { upload = '' } = (await received) ?? {};
    return { id: reference.id, upload };
  }

  /** Answers a request with the first job of its key. Its own body is discarded unless the first one never arrived. */
  #repeat(first: KeyEntry, incoming: IncomingBody): IncomingUpload {
    const id = first.job;
    if (first.schema !== incoming.own.schema.id)
      throw unprocessable(
        `This ${idempotencyKeyHeader} belongs to an upload into another schema. Send the file with a new key.`,
      );
    if (first.record !== incoming.replaces?.id)
      throw unprocessable(
        `This ${idempotencyKeyHeader} belongs to ${first.record ? 'the change of another record' : 'an upload'}. Repeat the call with a new key.`,
      );
    const attemptAgain = () =>
      first.retryable && !this.#attempts.has(id) ? this.#attempt(id, incoming) : null;
    // Before the first await, so that the caller of `begin` gets its errors.
    let restarted = attemptAgain();
    const isSettled = !this.#attempts.has(id);
    const arrivedJob = async (): Promise<JobReference> => {
      for (; !restarted; restarted = attemptAgain()) {
        const other = this.#attempts.get(id);
        if (!other || (await other.arrived).isComplete) {
          await discard(incoming.body);
          return { id: this.#deps.registry.resolve(id), replayed: true };
        }
        await other.received.catch(() => undefined);
      }
      return (await restarted.arrived).reference;
    };
    const arrived = arrivedJob();
    // Not every caller reads it.
    arrived.catch(() => undefined);
    return {
      reference: { id: this.#deps.registry.resolve(id), replayed: isSettled },
      arrived,
      received: null,
    };
  }

  /** Receives a body under an id, which is registered at once: two attempts never share an id at the same time. */
  #attempt(id: string, incoming: IncomingBody): Attempt {
    const { caller, own, untilSeen } = incoming;
    const keys = sealingKeysOf(own);
    const job = { ...newJob(id, own.schema.url), ...(untilSeen ? unseen : {}) };
    this.#deps.registry.add({ ...jobOwnerOf(caller), created: Date.now(), job });
    this.#keys.setRetryable(id, false);
    incoming.onAttempt?.(id);
    const cancel = new AbortController();
    const created = deferred<null>();
    const arrived = deferred<{ reference: JobReference; isComplete: boolean }>();
    const listener = {
      onCreated: () => created.resolve(null),
      onArrived: (reference: JobReference, isComplete: boolean) => arrived.resolve({ reference, isComplete }),
      onFailed: (retryable: boolean) => this.#keys.setRetryable(id, retryable),
    };
    const signals = { cancelled: cancel.signal, closing: this.#deps.closing };
    const received = receiveBody(
      id,
      incoming,
      keys,
      listener,
      { ...this.#deps, bodies: this.#bodies },
      signals,
    )
      .then(
        (result) => {
          if (result.job) this.#deps.onReceived(result.job, caller.credentials);
          return result;
        },
        (error: unknown) => {
          created.reject(error);
          this.#deps.log.warn({ err: error, job: id }, 'an upload was not received');
          throw error;
        },
      )
      .finally(() => this.#attempts.delete(id));
    received.catch(() => undefined);
    const attempt = { created: created.promise, arrived: arrived.promise, received };
    this.#attempts.set(id, attempt);
    this.#deps.onStarted(id, cancel, received);
    return attempt;
  }

  /** The job whose upload carried a key; null when there is none. */
  findByKey(owner: JobOwner, key: string): Job | null {
    const entry = this.#keys.find(owner, key);
    return entry && this.#deps.registry.of(owner, entry.job);
  }

  /** Restores the uploads of an earlier run of this program. */
  restore(jobs: readonly StoredJob[]): void {
    const received = jobs.flatMap(({ id, body, status }) =>
      body && status !== 'failed' ? [{ job: id, ...body }] : [],
    );
    for (const body of received.sort((a, b) => a.received - b.received))
      this.#bodies.add({ ...body, accepted: Promise.resolve(true) });
    for (const { id, user, token, key, schema, replaces, retryable = false, status } of jobs)
      if (key !== undefined)
        this.#keys.add({
          user,
          token,
          key,
          job: id,
          schema,
          record: replaces?.id,
          retryable: retryable || status === 'uploading',
        });
  }

  /** Forgets a job. */
  forget(id: string): void {
    this.#keys.forget(id);
    this.#bodies.forget(id);
  }
}

/** Reads a body to its end and discards it. An aborted body counts as finished. */
async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  const chunks = body[Symbol.asyncIterator]();
  try {
    while ((await chunks.next()).done !== true);
  } catch {
    // The answer is the first job anyway.
  }
}

const unseen = { unseen: true } as const;

const newJob = (job_id: string, schema: string): Job => ({
  job_id,
  schema,
  status: 'uploading',
  processed: 0,
  total: 0,
  current_batch: 0,
  total_batches: 0,
});

/** A promise with the functions that settle it: `Promise.withResolvers` is missing in Node 20. */
type Deferred<Value> = {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (reason: unknown) => void;
};

/** Its rejection counts as handled: it may be awaited later or not at all. */
function deferred<Value>(): Deferred<Value> {
  let resolve: Deferred<Value>['resolve'] = () => undefined;
  let reject: Deferred<Value>['reject'] = () => undefined;
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
