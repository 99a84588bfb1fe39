/** The upload jobs of this machine, from the first byte to the last, across restarts. */
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { hasEnded, type Job, type CompletedUpload } from '@cloakroom/contract/jobs.ts';
import { conflict, HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { ignoreStorageError } from '@cloakroom/server-kit/storageError.ts';
import type { Credentials, JobOwner } from '../credentials.ts';
import type { Principal } from '../callers.ts';
import { JobRunner, type JobRunnerDeps } from './jobRunner.ts';
import { UploadReceiver } from './uploadReceiver.ts';
import { JobRegistry } from './jobRegistry.ts';
import { SealThreads } from './sealThreads.ts';
import { isPublishing, jobOf, type StoredJob } from './storedJob.ts';
import { markInterrupted } from './receiveBody.ts';
import { marksOf } from './uploadedFiles.ts';

/** A job is kept for a day after its end. One that its owner has not seen yet is kept for a month. */
const dayMs = 24 * 60 * 60 * 1000;
const monthMs = 30 * dayMs;
/** Segments of all jobs that are sent to the service at the same time. */
const maxConcurrentSegments = 4;
/** How long the answer to a cancellation waits until the data of the job are removed. */
const cancelTimeoutMs = 10_000;

/** A job that is being received or published. */
type RunningJob = { cancel: AbortController; publishing: () => boolean; finished: Promise<unknown> };

export class Jobs {
  readonly registry = new JobRegistry();
  /** Where uploads are received. */
  readonly receiver: UploadReceiver;
  readonly #deps: JobRunnerDeps;
  readonly #threads: SealThreads;
  readonly #ownsThreads: boolean;
  readonly #closing = new AbortController();
  readonly #tasks = new Map<string, RunningJob>();
  readonly #sweeper = setInterval(() => void this.#sweep(), dayMs / 24).unref();

  /**
   * @param threads - seal uploads: the caller's, which are not closed with the jobs, or the number of own ones; by default as
   *   many as cores, up to a limit.
   */
  constructor(deps: Omit<JobRunnerDeps, 'limitSegments'>, threads?: SealThreads | number) {
    this.#ownsThreads = !(threads instanceof SealThreads);
    this.#threads = threads instanceof SealThreads ? threads : new SealThreads(threads);
    this.#deps = { ...deps, limitSegments: pLimit(maxConcurrentSegments) };
    this.receiver = new UploadReceiver({
      spool: deps.spool,
      manifests: deps.manifests,
      registry: this.registry,
      threads: this.#threads,
      log: deps.log,
      closing: this.#closing.signal,
      onStarted: (id, cancel, finished) => this.#track(id, { cancel, publishing: () => false, finished }),
      onReceived: (job, credentials) => this.#start(job, credentials),
      forget: (id) => this.#forget(id),
    });
  }

  /**
   * Ends a job and removes its traces, here and at the service. Those at a service that can't be reached just now are
   * removed when it can.
   * @throws {HttpProblem} 404 for a job that is not this owner's, 409 for one that has ended or may be visible already.
   */
  async cancel(owner: JobOwner, id: string): Promise<Job> {
    const present = this.registry.of(owner, id);
    if (!present) throw notFound('Job');
    id = present.job_id;
    const task = this.#tasks.get(id);
    if (!task || hasEnded(present)) throw conflict('This upload has ended, so it can’t be cancelled.');
    if (task.publishing())
      throw conflict('All records are stored and become visible just now: it is too late to cancel.');
    task.cancel.abort(conflict('The upload was cancelled. Nothing of it was stored.'));
    // The job is cancelled anyway.
    await this.#markSeen(id).catch(() => undefined);
    const timer = new AbortController();
    await Promise.race([
      task.finished.catch(() => undefined),
      sleep(cancelTimeoutMs, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
    return this.registry.of(owner, id) ?? present;
  }

  /**
   * Marks an ended job as seen.
   * @throws {HttpProblem} 404 for a job that is not this owner's, 409 for one that has not ended.
   */
  async markSeen(owner: JobOwner, id: string): Promise<void> {
    const present = this.registry.of(owner, id);
    if (!present) throw notFound('Job');
    if (!hasEnded(present)) throw conflict('This upload has not ended yet.');
    await this.#markSeen(present.job_id);
  }

  /**
   * A person's complete uploads of a file into a schema, newest first.
   * @param fingerprint - from `fileFingerprint`.
   * @throws {HttpProblem} 422 when the keyring can't be opened.
   */
  async uploaded(principal: Principal, schema: string, fingerprint: string): Promise<CompletedUpload[]> {
    const { files, openKeyring } = this.#deps;
    const marks = marksOf(await openKeyring(principal), schema, fingerprint);
    return (await Promise.all(marks.map((mark) => files.of(principal.user, mark)))).flat();
  }

  /** Waits for the job's end. @returns the job, which may still be running when the time is over. */
  async waitForEnd(owner: JobOwner, id: string, milliseconds: number): Promise<Job | null> {
    const present = this.registry.of(owner, id);
    if (!present || hasEnded(present)) return present;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, milliseconds);
      const stop = this.registry.watch(present.job_id, (job) => hasEnded(job) && done());
      function done() {
        clearTimeout(timer);
        stop();
        resolve();
      }
    });
    return this.registry.of(owner, id);
  }

  /** Continues the jobs that an earlier run of this program acknowledged. What it was still receiving has failed. */
  async resume(): Promise<void> {
    const jobs = await this.#deps.spool.readAll();
    for (const job of jobs.filter(({ alias }) => alias === undefined)) {
      const present = job.status === 'uploading' ? await markInterrupted(job, this.#deps.spool) : job;
      // The last run may have ended between the job's end and the deletion of its segments. What the disk does not delete now is
      // deleted with the job's folder.
      if (hasEnded(job)) await this.#deps.spool.clear(job.id).catch(ignoreStorageError);
      const unseenMark = (await this.#deps.spool.isUnseen(job.id)) ? unseen : {};
      this.registry.add({
        user: job.user,
        token: job.token,
        created: job.created,
        ended: present.ended,
        job: { ...jobOf(present), ...unseenMark },
      });
      if (present.status === 'processing' || present.withdraw) this.#start(present, null);
    }
    this.receiver.restore(jobs);
    for (const { id, alias } of jobs)
      if (alias !== undefined && jobs.some((job) => job.id === alias)) this.registry.alias(id, alias);
      else if (alias !== undefined) await this.#deps.spool.remove(id);
    await this.#sweep();
  }

  /** Starts what sealing needs, which takes half a second the first time. */
  prepareToSeal(): void {
    if (!this.#closing.signal.aborted) this.#threads.start();
  }

  /** Interrupts the jobs. The next run of this program continues them. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#closing.abort(new HttpProblem(503, 'The proxy is being stopped. Try again when it runs.'));
    await Promise.allSettled([...this.#tasks.values()].map(({ finished }) => finished));
    if (this.#ownsThreads) await this.#threads.close();
  }

  #start(job: StoredJob, credentials: Credentials | null): void {
    const cancel = new AbortController();
    const signals = { cancelled: cancel.signal, closing: this.#closing.signal };
    const runner = new JobRunner(job, credentials, this.#deps, this.registry, signals);
    const finished = runner.run().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#deps.log.error({ err: error, job: job.id }, 'a job stopped');
    });
    this.#track(job.id, { cancel, publishing: () => isPublishing(runner.job), finished });
  }

  #track(id: string, task: RunningJob): void {
    this.#tasks.set(id, task);
    const forget = () => this.#tasks.get(id) === task && this.#tasks.delete(id);
    task.finished.then(forget, forget);
  }

  async #markSeen(id: string): Promise<void> {
    this.registry.markSeen(id);
    await this.#deps.spool.markSeen(id);
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    const ended = this.registry.endedBefore({ seen: now - dayMs, unseen: now - monthMs });
    for (const id of ended.filter((id) => !this.#tasks.has(id))) await this.#forget(id);
  }

  async #forget(id: string): Promise<void> {
    for (const each of [id, ...this.registry.remove(id)]) {
      this.receiver.forget(each);
      await this.#deps.spool.remove(each);
    }
  }
}

const unseen = { unseen: true } as const;
