/** The upload jobs of this machine, from the first byte to the last, across restarts. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, usualBatchSize, type Job, type Uploaded } from '#contract/jobs.ts';
import type { Reading } from '#contract/reading.ts';
import { isDiskFull } from '#host/diskFull.ts';
import { HttpProblem, notFound } from '#host/problem.ts';
import type { Format } from '#rows/format.ts';
import { messages } from '#rows/messages.ts';
import type { Credentials } from '../credentials.ts';
import { diskFull } from '../diskFull.ts';
import { fieldKeysOf, queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';
import type { Caller } from '../who.ts';
import { Carrier, reasonOf, type CarryDeps } from './carry.ts';
import { JobBoard } from './jobBoard.ts';
import { Lanes } from './lanes.ts';
import { seal } from './seal.ts';
import { sealCredentials } from './sealedCredentials.ts';
import { SealThreads } from './sealThreads.ts';
import { isPublishing, jobOf, type StoredJob } from './storedJob.ts';
import { markOf } from './uploadedFiles.ts';

/** What became of a job is remembered for a day, or until somebody has seen it: then for a month at most. */
const day = 24 * 60 * 60 * 1000;
const month = 30 * day;
/** Unfinished jobs that one person may have. */
const most = 5;
/** Segments of all jobs that are on their way to the service at the same time. */
const abreast = 4;
/** How long who cancels is kept waiting for the last trace to be gone, in milliseconds. */
const patience = 10_000;
/** What a sender is told of a body that found no room. */
const nothingStored = 'Nothing was stored: make room in its data folder, then upload the file again.';

/** A body on its way in. */
export type Intake = {
  caller: Caller;
  own: OwnSchema;
  format: Format;
  reading?: Reading;
  /** Records that the job counts as one batch. */
  batch?: number | undefined;
  /** The file's fingerprint. */
  fingerprint?: string | undefined;
  /** Whether somebody waits to see the job's end. */
  untilSeen?: boolean;
  body: AsyncIterable<Uint8Array>;
};

/** A job under way. */
type Task = { cancel: AbortController; publishing: () => boolean; over: Promise<unknown> };

export class Jobs {
  readonly board = new JobBoard();
  readonly #deps: CarryDeps;
  readonly #threads = new SealThreads();
  readonly #closing = new AbortController();
  readonly #tasks = new Map<string, Task>();
  readonly #sweeper = setInterval(() => void this.#sweep(), day / 24).unref();

  constructor(deps: Omit<CarryDeps, 'lanes'>) {
    this.#deps = { ...deps, lanes: new Lanes(abreast) };
  }

  /**
   * Take in a whole body. When it is good the job is safe on this machine's disk and goes on by itself; when it is bad
   * the job has failed and says why. Either way its id is returned.
   * @throws {HttpProblem} 400 for an empty body, 409 when it is cancelled, 422 when keys are missing, 429 for too many
   * jobs at once, 507 when the disk is full; the body's own error when it breaks off. Then no record is left.
   */
  async accept(intake: Intake): Promise<{ id: string; upload: string }> {
    const { user } = intake.caller;
    const { schema } = intake.own;
    const keys = keysOf(intake.own);
    if (this.board.list(user).filter((job) => !hasEnded(job)).length >= most)
      throw new HttpProblem(429, `${most} uploads are under way. Wait until one of them is complete.`);
    const id = randomUUID();
    const awaited = intake.untilSeen ? unseen : {};
    this.board.post({ user, created: Date.now(), job: { ...newJob(id, schema.url), ...awaited } });
    const cancel = new AbortController();
    const taking = this.#take(id, intake, keys, AbortSignal.any([this.#closing.signal, cancel.signal]));
    this.#track(id, { cancel, publishing: () => false, over: taking });
    const { job, upload } = await taking;
    if (job) this.#carry(job, intake.caller.credentials);
    return { id, upload };
  }

  /** @returns the acknowledged job; none when the body is bad. */
  async #take(
    id: string,
    { caller, own, format, reading = {}, batch = usualBatchSize, fingerprint, untilSeen, body }: Intake,
    keys: ReturnType<typeof keysOf>,
    signal: AbortSignal,
  ): Promise<{ job: StoredJob | null; upload: string }> {
    const { schema, fields, keyring } = own;
    const { spool } = this.#deps;
    const bytes = randomBytes(12);
    const upload = bytes.toString('hex');
    const onRows = (total: number) => this.board.update(id, { total });
    try {
      // Now, for the keyring may be locked by the time the last row has come.
      const kept = {
        ...(fingerprint === undefined ? {} : { file: markOf(keyring, schema.id, fingerprint) }),
        credentials: sealCredentials(keyring, id, caller.credentials),
      };
      const folder = await spool.open(id);
      if (untilSeen) await spool.awaitSeen(id);
      const { generation } = schema;
      const order = {
        folder,
        schema: schema.id,
        fields,
        format,
        reading,
        generation,
        upload: bytes,
        ...keys,
      };
      const sealed = await seal(order, body, this.#threads, { onRows, signal });
      if (!sealed.good) {
        if (sealed.empty) throw new HttpProblem(400, messages.empty);
        await spool.remove(id);
        this.board.update(id, { status: 'failed', error: sealed.error, errors: sealed.errors });
        return { job: null, upload };
      }
      const job: StoredJob = {
        format: 1,
        id,
        user: caller.user,
        schema: schema.id,
        created: Date.now(),
        status: 'processing',
        records: sealed.records,
        leftOut: sealed.leftOut,
        segments: sealed.segments,
        shipped: 0,
        batch,
        ...kept,
      };
      await spool.write(job);
      signal.throwIfAborted();
      this.board.update(id, jobOf(job));
      return { job, upload };
    } catch (error) {
      const told = isDiskFull(error) ? diskFull(nothingStored, error) : error;
      await spool.remove(id);
      // Its sender is told by the answer, or has hung up.
      this.board.see(id);
      this.board.update(id, { status: 'failed', error: reasonOf(told) });
      throw told;
    }
  }

  /**
   * End a job and remove its traces, here and at the service. Those at a service that can't be reached just now are
   * removed when it can.
   * @throws {HttpProblem} 404 for a job that is not this person's, 409 for one that has ended or may be visible already.
   */
  async cancel(user: string, id: string): Promise<Job> {
    const present = this.board.of(user, id);
    if (!present) throw notFound('Job');
    const task = this.#tasks.get(id);
    if (!task || hasEnded(present))
      throw new HttpProblem(409, 'This upload has ended, so it can’t be cancelled.');
    if (task.publishing())
      throw new HttpProblem(
        409,
        'All records are stored and become visible just now: it is too late to cancel.',
      );
    task.cancel.abort(new HttpProblem(409, 'The upload was cancelled. Nothing of it was stored.'));
    await this.#see(id);
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
    await this.#see(id);
  }

  /**
   * A person's complete uploads of a file into a schema, newest first.
   * @param fingerprint - what `fileFingerprint` gives.
   * @throws {HttpProblem} 422 when the keyring can't be opened.
   */
  async uploaded(user: string, schema: string, fingerprint: string): Promise<Uploaded[]> {
    const { files, openKeyring } = this.#deps;
    return files.of(user, markOf(await openKeyring(user), schema, fingerprint));
  }

  /** The job's end, or where it stands when the time is over. */
  async ended(user: string, id: string, milliseconds: number): Promise<Job | null> {
    const present = this.board.of(user, id);
    if (!present || hasEnded(present)) return present;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, milliseconds);
      const stop = this.board.watch(id, (job) => hasEnded(job) && done());
      function done() {
        clearTimeout(timer);
        stop();
        resolve();
      }
    });
    return this.board.of(user, id);
  }

  /** Go on with what an earlier run of this program acknowledged, and forget what it left half-written. */
  async resume(): Promise<void> {
    for (const job of await this.#deps.spool.readAll()) {
      const awaited = (await this.#deps.spool.isUnseen(job.id)) ? unseen : {};
      this.board.post({ user: job.user, created: job.created, job: { ...jobOf(job), ...awaited } });
      if (job.status === 'processing' || job.withdraw) this.#carry(job, null);
    }
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
    const carrier = new Carrier(job, credentials, this.#deps, this.board, signals);
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
    for (const id of ended.filter((id) => !this.#tasks.has(id))) {
      this.board.remove(id);
      await this.#deps.spool.remove(id);
    }
  }
}

const keysOf = ({ keyring, schema, fields }: OwnSchema) => ({
  queryKey: queryKeyOf(keyring, schema),
  fieldKeys: fieldKeysOf(keyring, schema, fields),
});

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
