/** The upload jobs of this machine, from the first byte to the last, across restarts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, type Job, type Uploaded } from '@cloakroom/contract/jobs.ts';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Credentials } from '../credentials.ts';
import type { Asker } from '../callers.ts';
import { JobRunner, type JobRunnerDeps } from './jobRunner.ts';
import { UploadReceiver } from './uploadReceiver.ts';
import { JobRegistry } from './jobRegistry.ts';
import { Semaphore } from './semaphore.ts';
import { SealThreads } from './sealThreads.ts';
import { isPublishing, jobOf, type StoredJob } from './storedJob.ts';
import { interrupt } from './receiveBody.ts';
import { marksOf } from './uploadedFiles.ts';

/** What became of a job is remembered for a day, or until somebody has seen it: then for a month at most. */
const day = 24 * 60 * 60 * 1000;
const month = 30 * day;
/** Segments of all jobs that are on their way to the service at the same time. */
const abreast = 4;
/** How long who cancels is kept waiting for the last trace to be gone, in milliseconds. */
const patience = 10_000;

/** A job under way. */
type Task = { cancel: AbortController; publishing: () => boolean; over: Promise<unknown> };

export class Jobs {
  readonly board = new JobRegistry();
  /** Where uploads are received. */
  readonly intakes: UploadReceiver;
  readonly #deps: JobRunnerDeps;
  readonly #threads = new SealThreads();
  readonly #closing = new AbortController();
  readonly #tasks = new Map<string, Task>();
  readonly #sweeper = setInterval(() => void this.#sweep(), day / 24).unref();

  constructor(deps: Omit<JobRunnerDeps, 'semaphore'>) {
    this.#deps = { ...deps, semaphore: new Semaphore(abreast) };
    this.intakes = new UploadReceiver({
      spool: deps.spool,
      board: this.board,
      threads: this.#threads,
      log: deps.log,
      closing: this.#closing.signal,
      onBegun: (id, cancel, over) => this.#track(id, { cancel, publishing: () => false, over }),
      onTaken: (job, credentials) => this.#carry(job, credentials),
      forget: (id) => this.#forget(id),
    });
  }

  /**
   * End a job and remove its traces, here and at the service. Those at a service that can't be reached just now are
   * removed when it can.
   * @throws {HttpProblem} 404 for a job that is not this person's, 409 for one that has ended or may be visible already.
   */
  async cancel(user: string, id: string): Promise<Job> {
    const present = this.board.of(user, id);
    if (!present) throw notFound('Job');
    id = present.job_id;
    const task = this.#tasks.get(id);
    if (!task || hasEnded(present))
      throw new HttpProblem(409, 'This upload has ended, so it can’t be cancelled.');
    if (task.publishing())
      throw new HttpProblem(
        409,
        'All records are stored and become visible just now: it is too late to cancel.',
      );
    task.cancel.abort(new HttpProblem(409, 'The upload was cancelled. Nothing of it was stored.'));
    // It is cancelled all the same.
    await this.#see(id).catch(() => undefined);
    const timer = new AbortController();
    await Promise.race([
      task.over.catch(() => undefined),
      sleep(patience, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
    return this.board.of(user, id) ?? present;
  }

  /**
   * Take note that a job's end was seen.
   * @throws {HttpProblem} 404 for a job that is not this person's, 409 for one that goes on.
   */
  async see(user: string, id: string): Promise<void> {
    const present = this.board.of(user, id);
    if (!present) throw notFound('Job');
    if (!hasEnded(present)) throw new HttpProblem(409, 'This upload goes on: nobody has seen its end.');
    await this.#see(present.job_id);
  }

  /**
   * A person's complete uploads of a file into a schema, newest first.
   * @param fingerprint - what `fileFingerprint` gives.
   * @throws {HttpProblem} 422 when the keyring can't be opened.
   */
  async uploaded(asker: Asker, schema: string, fingerprint: string): Promise<Uploaded[]> {
    const { files, openKeyring } = this.#deps;
    const marks = marksOf(await openKeyring(asker), schema, fingerprint);
    return (await Promise.all(marks.map((mark) => files.of(asker.user, mark)))).flat();
  }

  /** The job's end, or where it stands when the time is over. */
  async ended(user: string, id: string, milliseconds: number): Promise<Job | null> {
    const present = this.board.of(user, id);
    if (!present || hasEnded(present)) return present;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, milliseconds);
      const stop = this.board.watch(present.job_id, (job) => hasEnded(job) && done());
      function done() {
        clearTimeout(timer);
        stop();
        resolve();
      }
    });
    return this.board.of(user, id);
  }

  /** Go on with what an earlier run of this program acknowledged; what it was still receiving has failed. */
  async resume(): Promise<void> {
    const jobs = await this.#deps.spool.readAll();
    for (const job of jobs.filter(({ alias }) => alias === undefined)) {
      const present = job.status === 'uploading' ? await interrupt(job, this.#deps.spool) : job;
      const awaited = (await this.#deps.spool.isUnseen(job.id)) ? unseen : {};
      this.board.post({ user: job.user, created: job.created, job: { ...jobOf(present), ...awaited } });
      if (present.status === 'processing' || present.withdraw) this.#carry(present, null);
    }
    this.intakes.restore(jobs);
    for (const { id, alias } of jobs)
      if (alias !== undefined && jobs.some((job) => job.id === alias)) this.board.alias(id, alias);
      else if (alias !== undefined) await this.#deps.spool.remove(id);
    await this.#sweep();
  }

  /** Stop where the jobs stand; the next run goes on from there. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#closing.abort(new HttpProblem(503, 'The proxy is being stopped. Try again when it runs.'));
    await Promise.allSettled([...this.#tasks.values()].map(({ over }) => over));
    await this.#threads.close();
  }

  #carry(job: StoredJob, credentials: Credentials | null): void {
    const cancel = new AbortController();
    const signals = { cancelled: cancel.signal, closing: this.#closing.signal };
    const carrier = new JobRunner(job, credentials, this.#deps, this.board, signals);
    const over = carrier.run().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#deps.log.error({ err: error, job: job.id }, 'a job stopped');
    });
    this.#track(job.id, { cancel, publishing: () => isPublishing(carrier.job), over });
  }

  #track(id: string, task: Task): void {
    this.#tasks.set(id, task);
    const forget = () => this.#tasks.get(id) === task && this.#tasks.delete(id);
    task.over.then(forget, forget);
  }

  async #see(id: string): Promise<void> {
    this.board.see(id);
    await this.#deps.spool.see(id);
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    const ended = this.board.endedBefore({ seen: now - day, unseen: now - month });
    for (const id of ended.filter((id) => !this.#tasks.has(id))) await this.#forget(id);
  }

  async #forget(id: string): Promise<void> {
    for (const each of [id, ...this.board.remove(id)]) {
      this.intakes.forget(each);
      await this.#deps.spool.remove(each);
    }
  }
}

const unseen = { unseen: true } as const;
