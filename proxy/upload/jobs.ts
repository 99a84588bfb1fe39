/** The upload jobs of this machine, from the first byte to the last, across restarts. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Job } from '#contract/jobs.ts';
import type { Reading } from '#contract/reading.ts';
import { urlOf } from '#contract/reference.ts';
import { HttpProblem } from '#host/problem.ts';
import type { Format } from '#rows/format.ts';
import { messages } from '#rows/messages.ts';
import type { Credentials } from '../credentials.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { fieldKeysOf, queryKeyOf } from '../schemaKeys.ts';
import type { OpenKeyring, OwnSchema, Schemas } from '../schemas.ts';
import type { Asker, Caller } from '../who.ts';
import { hasEnded, JobBoard } from './jobBoard.ts';
import { seal } from './seal.ts';
import { openCredentials, sealCredentials } from './sealedCredentials.ts';
import { ship, takeBack, type ShipDeps } from './ship.ts';
import { shippedRecords, type StoredJob } from './storedJob.ts';

const day = 24 * 60 * 60 * 1000;
/** Unfinished jobs that one person may have. */
const most = 5;

export type JobsDeps = ShipDeps & {
  openKeyring: OpenKeyring;
  schemas: Pick<Schemas, 'of'>;
  /** Hears of each job whose records became visible. */
  onPublished: (asker: Asker, schema: string) => Promise<void>;
  log: FastifyBaseLogger;
};

/** A body on its way in. */
export type Intake = {
  caller: Caller;
  own: OwnSchema;
  format: Format;
  reading?: Reading;
  body: AsyncIterable<Uint8Array>;
};

export class Jobs {
  readonly board = new JobBoard();
  readonly #deps: JobsDeps;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #sweeper = setInterval(() => void this.#sweep(), day / 24).unref();

  constructor(deps: JobsDeps) {
    this.#deps = deps;
  }

  /**
   * Take in a whole body. When it is good the job is safe on this machine's disk and goes on by itself; when it is bad
   * the job has failed and says why. Either way its id is returned.
   * @throws {HttpProblem} 400 for an empty body, 422 when keys are missing, 429 for too many jobs at once; the body's own
   * error when it breaks off. Then no record is left.
   */
  async accept({ caller, own, format, reading = {}, body }: Intake): Promise<{ id: string; upload: string }> {
    const { user } = caller;
    const { schema, fields, keyring } = own;
    const keys = { queryKey: queryKeyOf(keyring, schema), fieldKeys: fieldKeysOf(keyring, schema, fields) };
    if (this.board.list(user).filter((job) => !hasEnded(job)).length >= most)
      throw new HttpProblem(429, `${most} uploads are under way. Wait until one of them is complete.`);
    const id = randomUUID();
    const created = Date.now();
    const upload = randomBytes(12);
    this.board.post({ user, created, job: newJob(id, schema.url) });
    const signal = this.#closing.signal;
    const onRows = (total: number) => this.board.update(id, { total });
    try {
      const folder = await this.#deps.spool.open(id);
      const { generation } = schema;
      const order = { folder, schema: schema.id, fields, format, reading, generation, upload, ...keys };
      const sealed = await seal(order, body, { onRows, signal });
      if (!sealed.good) {
        if (sealed.empty) throw new HttpProblem(400, messages.empty);
        await this.#deps.spool.remove(id);
        this.board.update(id, { status: 'failed', error: sealed.error, errors: sealed.errors });
        return { id, upload: upload.toString('hex') };
      }
      const { records, segments } = sealed;
      const credentials = sealCredentials(keyring, id, caller.credentials);
      const job: StoredJob = {
        id,
        user,
        schema: schema.id,
        created,
        status: 'processing',
        records,
        segments,
        shipped: 0,
        credentials,
      };
      await this.#deps.spool.write(job);
      this.board.update(id, jobOf(job));
      this.#start(job, caller.credentials);
      return { id, upload: upload.toString('hex') };
    } catch (error) {
      await this.#deps.spool.remove(id);
      this.board.update(id, { status: 'failed', error: reasonOf(error) });
      throw error;
    }
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
      this.board.post({ user: job.user, created: job.created, job: jobOf(job) });
      if (job.status === 'processing') this.#start(job, null);
    }
    await this.#sweep();
  }

  /** Stop where the jobs stand; the next run goes on from there. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#closing.abort(new HttpProblem(503, 'The proxy is being stopped. Try again when it runs.'));
    await Promise.allSettled(this.#running);
  }

  #start(job: StoredJob, credentials: Credentials | null): void {
    const run = this.#carry(job, credentials).catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#deps.log.error({ err: error, job: job.id }, 'a job stopped');
    });
    this.#running.add(run);
    void run.finally(() => this.#running.delete(run));
  }

  async #carry(stored: StoredJob, given: Credentials | null): Promise<void> {
    const { spool, upstream, log } = this.#deps;
    const signal = this.#closing.signal;
    let job = stored;
    const keep = async (change: Partial<StoredJob>) => {
      job = { ...job, ...change };
      await spool.write(job);
      this.board.update(job.id, jobOf(job));
    };
    // Told only when nothing is left to do: who hears of the end finds a tidy spool.
    const end = async (change: Partial<StoredJob>) => {
      job = { ...job, ...change, credentials: '' };
      await spool.write(job);
      await spool.dropSegments(job);
      this.board.update(job.id, jobOf(job));
    };
    const keyring = await this.#keyring(job.user);
    const errand = { user: job.user, credentials: given ?? openCredentials(keyring, job), signal };
    // Checked when the records were sealed: their index opens with no other.
    const { generation } = job.segments[0]!.entry;
    const sealing = { generation, queryKey: keyring.queryKey(job.schema, generation) };
    const newest = async () => {
      await this.#keyring(job.user);
      const own = await this.#deps.schemas.of(errand, job.schema);
      return { generation: own.schema.generation, queryKey: queryKeyOf(own.keyring, own.schema) };
    };
    try {
      await ship(job, errand, this.#deps, { sealing, newest }, (shipped) => keep({ shipped }));
      await end({ status: 'complete' });
      // What comes of it is nothing to the job, which is done.
      const { user, credentials } = errand;
      this.#deps
        .onPublished({ user, credentials }, job.schema)
        .catch((error: unknown) => log.warn({ err: error, job: job.id }, 'merging was put off'));
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error, job: job.id }, 'a job failed');
      await takeBack(job, errand, upstream);
      await end({ status: 'failed', error: reasonOf(error) });
    }
  }

  /** A locked keyring is waited for: its owner opens it, then calls again. */
  async #keyring(user: string): Promise<Keyring> {
    for (;;)
      try {
        return await this.#deps.openKeyring(user);
      } catch (error) {
        if (!(error instanceof HttpProblem)) throw error;
        await this.#deps.desk.next(user, this.#closing.signal);
      }
  }

  async #sweep(): Promise<void> {
    for (const id of this.board.endedBefore(Date.now() - day)) {
      this.board.remove(id);
      await this.#deps.spool.remove(id);
    }
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof HttpProblem ? error.message : 'The upload broke off. Upload the file again.';

const newJob = (job_id: string, schema: string): Job => ({
  job_id,
  schema,
  status: 'uploading',
  processed: 0,
  total: 0,
  current_batch: 0,
  total_batches: 0,
});

const jobOf = (job: StoredJob): Job => ({
  job_id: job.id,
  schema: urlOf('schemas', job.schema),
  status: job.status,
  processed: shippedRecords(job),
  total: job.records,
  current_batch: job.shipped,
  total_batches: job.segments.length,
  ...(job.error === undefined ? {} : { error: job.error }),
});
