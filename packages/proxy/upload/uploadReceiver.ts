/** Where uploads are received: one attempt at a time for each job, and one job for each upload, however often it is sent. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { hasEnded, type Job } from '@cloakroom/contract/jobs.ts';
import { repeatHeader } from '@cloakroom/contract/repeat.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Credentials } from '../credentials.ts';
import { deferred } from './deferred.ts';
import { ReceivedBodies, UploadKeys, type KeyEntry } from './repeats.ts';
import type { StoredJob } from './storedJob.ts';
import {
  keysOf,
  receiveBody,
  type IncomingBody,
  type ReceiveDeps,
  type JobReference,
  type ReceivedBody,
} from './receiveBody.ts';

/** Unfinished jobs that one person may have. */
const maxUnfinishedJobs = 5;

/** A body that is being taken in under a job's id. */
type Attempt = {
  /** The job is on the disk; rejects when there is no room for it. */
  opened: Promise<null>;
  /** The job that stands for the upload, and whether the body has arrived whole. */
  arrived: Promise<{ standing: JobReference; whole: boolean }>;
  taken: Promise<ReceivedBody>;
};

/** An upload whose receiving has begun. */
export type IncomingUpload = {
  /** The job's id; `replayed` where it is known already that nothing of this request will be stored. */
  standing: JobReference;
  /** The job that stands for the upload, known when the last byte has arrived or the job has ended. */
  arrived: Promise<JobReference>;
  /** What became of the body; null where it was not this request's that was taken in. */
  taken: Promise<ReceivedBody> | null;
};

type Deps = Omit<ReceiveDeps, 'bodies'> & {
  log: FastifyBaseLogger;
  /** Aborted when the proxy stops. */
  closing: AbortSignal;
  /** Called with each attempt: what cancels it, and what settles with it. */
  onBegun: (id: string, cancel: AbortController, over: Promise<unknown>) => void;
  /** Called with each job that is safe on the disk. */
  onTaken: (job: StoredJob, credentials: Credentials) => void;
  /** Removes every trace of a job. */
  forget: (id: string) => Promise<void>;
};

export class UploadReceiver {
  readonly #deps: Deps;
  readonly #attempts = new Map<string, Attempt>();
  readonly #keys = new UploadKeys();
  readonly #bodies: ReceivedBodies;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#bodies = new ReceivedBodies((id) => deps.board.status(id) === 'failed');
  }

  /**
   * Begin to receive an upload. Its job is on the disk when this resolves, and the body is taken in by itself. A key that
   * was used before gives its first job; where that failed with nothing stored, its id is used for a new attempt.
   * @throws {HttpProblem} 422 when keys are missing or the `Idempotency-Key` belongs to another schema, 429 for too many
   * jobs at once, 507 when the disk is full.
   */
  async begin(intake: IncomingBody): Promise<IncomingUpload> {
    const { caller, own, key } = intake;
    const earlier = key === undefined ? null : this.#keys.find(caller.user, key);
    if (earlier) return this.#repeat(earlier, intake);
    if (this.#deps.board.list(caller.user).filter((job) => !hasEnded(job)).length >= maxUnfinishedJobs)
      throw new HttpProblem(
        429,
        `${maxUnfinishedJobs} uploads are under way. Wait until one of them is complete.`,
      );
    const id = randomUUID();
    const attempt = this.#attempt(id, intake);
    if (key !== undefined)
      this.#keys.add({ user: caller.user, key, job: id, schema: own.schema.id, retryable: false });
    try {
      await attempt.opened;
    } catch (error) {
      await attempt.taken.catch(() => undefined);
      await this.#deps.forget(id);
      throw error;
    }
    return {
      standing: { id, replayed: false },
      arrived: attempt.arrived.then(({ standing }) => standing),
      taken: attempt.taken,
    };
  }

  /**
   * Take in a whole body.
   * @throws {HttpProblem} as {@link begin} does; why the job has failed, unless its rows are bad.
   */
  async accept(intake: IncomingBody): Promise<{ id: string; upload: string }> {
    const { standing, taken } = await this.begin(intake);
    const { upload = '' } = (await taken) ?? {};
    return { id: standing.id, upload };
  }

  /** Answer a request with the first job of its key. Its own body is read away unless the first one never arrived. */
  #repeat(first: KeyEntry, intake: IncomingBody): IncomingUpload {
    const id = first.job;
    if (first.schema !== intake.own.schema.id)
      throw new HttpProblem(
        422,
        `This ${repeatHeader} belongs to an upload into another schema. Send the file with a new key.`,
      );
    const isSettled = !this.#attempts.has(id) && !first.retryable;
    const arrived = async (): Promise<JobReference> => {
      for (;;) {
        const attempt = this.#attempts.get(id);
        if (!attempt && !first.retryable) break;
        const { arrived, taken } = attempt ?? this.#attempt(id, intake);
        const { standing, whole } = await arrived;
        if (!attempt) return standing;
        if (whole) break;
        await taken.catch(() => undefined);
      }
      await readAway(intake.body);
      return { id: this.#deps.board.resolve(id), replayed: true };
    };
    return {
      standing: { id: this.#deps.board.resolve(id), replayed: isSettled },
      arrived: arrived(),
      taken: null,
    };
  }

  /** Take a body in under an id. Registered at once: two attempts never share an id at the same time. */
  #attempt(id: string, intake: IncomingBody): Attempt {
    const { caller, own, untilSeen } = intake;
    const keys = keysOf(own);
    const job = { ...newJob(id, own.schema.url), ...(untilSeen ? unseen : {}) };
    this.#deps.board.post({ user: caller.user, created: Date.now(), job });
    this.#keys.setRetryable(id, false);
    const cancel = new AbortController();
    const opened = deferred<null>();
    const arrived = deferred<{ standing: JobReference; whole: boolean }>();
    const listener = {
      onOpened: () => opened.resolve(null),
      onArrived: (standing: JobReference, whole: boolean) => arrived.resolve({ standing, whole }),
      onFailed: (retryable: boolean) => this.#keys.setRetryable(id, retryable),
    };
    const signals = { cancelled: cancel.signal, closing: this.#deps.closing };
    const taken = receiveBody(id, intake, keys, listener, { ...this.#deps, bodies: this.#bodies }, signals)
      .then(
        (result) => {
          if (result.job) this.#deps.onTaken(result.job, caller.credentials);
          return result;
        },
        (error: unknown) => {
          opened.reject(error);
          this.#deps.log.warn({ err: error, job: id }, 'an upload was not taken in');
          throw error;
        },
      )
      .finally(() => this.#attempts.delete(id));
    taken.catch(() => undefined);
    const attempt = { opened: opened.promise, arrived: arrived.promise, taken };
    this.#attempts.set(id, attempt);
    this.#deps.onBegun(id, cancel, taken);
    return attempt;
  }

  /** The job whose upload carried a key; null when there is none. */
  ofKey(user: string, key: string): Job | null {
    const entry = this.#keys.find(user, key);
    return entry && this.#deps.board.of(user, entry.job);
  }

  /** Know the uploads of an earlier run of this program. */
  restore(jobs: readonly StoredJob[]): void {
    const received = jobs.flatMap(({ id, body, status }) =>
      body && status !== 'failed' ? [{ job: id, ...body }] : [],
    );
    for (const body of received.sort((a, b) => a.received - b.received))
      this.#bodies.add({ ...body, accepted: Promise.resolve(true) });
    for (const { id, user, key, schema, retryable, status } of jobs)
      if (key !== undefined)
        this.#keys.add({ user, key, job: id, schema, retryable: retryable ?? status === 'uploading' });
  }

  /** A job is remembered no longer. */
  forget(id: string): void {
    this.#keys.forget(id);
    this.#bodies.forget(id);
  }
}

/** Let a body pass that nothing is done with; a sender that breaks off is as good as one that ends. */
async function readAway(body: AsyncIterable<Uint8Array>): Promise<void> {
  const chunks = body[Symbol.asyncIterator]();
  try {
    while ((await chunks.next()).done !== true);
  } catch {
    // The first job is the answer all the same.
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
