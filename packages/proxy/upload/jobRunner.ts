/** Carries an acknowledged job to its end: complete, or failed and without a trace. */
import type { FastifyBaseLogger } from 'fastify';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { storageErrorOf } from '@cloakroom/server-kit/storageError.ts';
import type { Credentials } from '../credentials.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { queryKeyOf } from '../schemaKeys.ts';
import type { OpenKeyring, Schemas } from '../schemas.ts';
import type { Asker } from '../callers.ts';
import type { JobRegistry } from './jobRegistry.ts';
import { callUntilAnswered, type JobContext } from './callUntilAnswered.ts';
import { waitBeforeRetry } from './retry.ts';
import { openCredentials } from './sealedCredentials.ts';
import { publishUpload, withdrawUpload, type PublishDeps } from './publishUpload.ts';
import { jobOf, uploadOf, type StoredJob } from './storedJob.ts';
import type { UploadedFiles } from './uploadedFiles.ts';

export type JobRunnerDeps = PublishDeps & {
  openKeyring: OpenKeyring;
  schemas: Pick<Schemas, 'of'>;
  files: UploadedFiles;
  /** Hears of each job whose records became visible. */
  onPublished: (asker: Asker, schema: string) => Promise<void>;
  log: FastifyBaseLogger;
};

/** What a failed job tells its owner. */
export const reasonOf = (error: unknown): string =>
  error instanceof HttpProblem ? error.message : 'The upload broke off. Upload the file again.';

/** One acknowledged job on its way. */
export class JobRunner {
  #job: StoredJob;
  readonly #given: Credentials | null;
  readonly #deps: JobRunnerDeps;
  readonly #board: JobRegistry;
  readonly #cancelled: AbortSignal;
  readonly #closing: AbortSignal;

  /**
   * @param given - the uploader's credentials; null has them opened from the job.
   * @param signals - `cancelled` ends the job, `closing` interrupts it until the next run of this program.
   */
  constructor(
    job: StoredJob,
    given: Credentials | null,
    deps: JobRunnerDeps,
    board: JobRegistry,
    signals: { cancelled: AbortSignal; closing: AbortSignal },
  ) {
    this.#job = job;
    this.#given = given;
    this.#deps = deps;
    this.#board = board;
    this.#cancelled = signals.cancelled;
    this.#closing = signals.closing;
  }

  /** The job as it stands. */
  get job(): StoredJob {
    return this.#job;
  }

  /** Go on until the job has ended. @throws the closing signal's reason. */
  async run(): Promise<void> {
    if (!this.#job.withdraw)
      try {
        await this.#deliver();
        await this.#finish();
        return;
      } catch (error) {
        this.#closing.throwIfAborted();
        const reason: unknown = this.#cancelled.aborted ? this.#cancelled.reason : error;
        this.#deps.log.warn({ err: reason, job: this.#job.id }, 'a job failed');
        await this.#fail(reasonOf(reason));
      }
    await this.#withdraw();
  }

  /** Bring everything to the service. The records are visible once this resolves. */
  async #deliver(): Promise<void> {
    const { schemas } = this.#deps;
    const signal = AbortSignal.any([this.#closing, this.#cancelled]);
    const { jobContext, keyring } = await this.#jobContext(signal);
    const { schema } = this.#job;
    // Checked when the records were sealed: their index opens with no other.
    const { generation } = this.#job.segments[0]!.entry;
    const sealing = { generation, queryKey: await this.#sealingKey(jobContext, keyring), keyring };
    const newest = async () => {
      await this.#keyring(signal);
      const own = await schemas.of(jobContext, schema);
      const { generation } = own.schema;
      return { generation, queryKey: queryKeyOf(own.keyring, own.schema), keyring: own.keyring };
    };
    await publishUpload(this.#job, jobContext, this.#deps, { sealing, newest }, (shipped) =>
      this.#advance(shipped),
    );
    this.#published(jobContext.credentials);
  }

  #published(credentials: Credentials): void {
    const { id, user, schema } = this.#job;
    // What comes of it is nothing to the job, which is done.
    this.#deps
      .onPublished({ user, credentials }, schema)
      .catch((error: unknown) => this.#deps.log.warn({ err: error, job: id }, 'merging was put off'));
  }

  /**
   * Note that the job is complete, and let go of its segments. The records are stored: whatever fails here, the job is
   * complete. What the disk doesn't take is tried again until it does.
   */
  async #finish(): Promise<void> {
    const { files, spool, log } = this.#deps;
    const { id, user, file, records } = this.#job;
    const completed = new Date().toISOString();
    const upload = uploadOf(this.#job);
    this.#job = { ...this.#job, status: 'complete', credentials: '' };
    const steps = new Set([
      ...(file === undefined
        ? []
        : [() => files.note(user, { mark: file, job_id: id, records, completed, upload })]),
      () => spool.write(this.#job),
      () => spool.dropSegments(this.#job),
    ]);
    for (let tries = 1; ; tries++) {
      let held: string | undefined;
      for (const step of steps)
        try {
          await step();
          steps.delete(step);
        } catch (error) {
          const storage = storageErrorOf(error);
          if (!storage) steps.delete(step);
          if (tries === 1) log.warn({ err: error, job: id }, 'a complete job could not be noted');
          held = storage?.message;
        }
      const notice = held && `All records are stored. That can’t be noted on this machine yet: ${held}`;
      this.#board.update(id, { ...jobOf(this.#job), notice });
      if (steps.size === 0) return;
      if (!(await waitBeforeRetry(tries, this.#closing).then(...wasAwaited))) return;
    }
  }

  /** Leave nothing at the service either. */
  async #withdraw(): Promise<void> {
    const { jobContext } = await this.#jobContext(this.#closing);
    await withdrawUpload(this.#job, jobContext, this.#deps);
    const { withdraw: _, ...rest } = this.#job;
    this.#job = { ...rest, segments: [], shipped: 0, credentials: '' };
    await this.#write();
  }

  async #jobContext(signal: AbortSignal): Promise<{ jobContext: JobContext; keyring: Keyring }> {
    const keyring = await this.#keyring(signal);
    const { user } = this.#job;
    const credentials = this.#given ?? openCredentials(keyring, this.#job);
    const onWaiting = (why: string | undefined) => this.#say(why);
    return { keyring, jobContext: { user, credentials, signal, closing: this.#closing, onWaiting } };
  }

  /** The key that sealed the job's index. Where keyrings were joined, the schema's key check tells which one that is. */
  async #sealingKey(jobContext: JobContext, keyring: Keyring): Promise<Buffer> {
    const { schema, segments } = this.#job;
    const { generation } = segments[0]!.entry;
    if (!keyring.hasSeveralSeeds) return keyring.queryKey(schema, generation);
    const own = await callUntilAnswered(jobContext, this.#deps, () =>
      this.#deps.schemas.of(jobContext, schema),
    );
    return queryKeyOf(own.keyring, own.schema, generation);
  }

  /** A locked keyring is waited for: its owner opens it, then calls again. One that the disk doesn't give is tried again. */
  async #keyring(signal: AbortSignal): Promise<Keyring> {
    for (let tries = 1; ; tries++)
      try {
        const keyring = await this.#deps.openKeyring({ user: this.#job.user });
        this.#say(undefined);
        return keyring;
      } catch (error) {
        if (!(error instanceof HttpProblem)) throw error;
        this.#say(error.message);
        if (error.status >= 500) await waitBeforeRetry(tries, signal);
        else await this.#deps.waiter.next(this.#job.user, signal);
      }
  }

  /** Show what holds the job up; undefined when nothing does. */
  #say(notice: string | undefined): void {
    const { id, user } = this.#job;
    if (this.#board.of(user, id)?.notice !== notice) this.#board.update(id, { notice });
  }

  /**
   * Note how many segments the service has. A disk that fails may forget that, for what is sent twice is stored once; only
   * that all are there must be known before anything is published, or a job that is visible could be cancelled.
   */
  async #advance(shipped: number): Promise<void> {
    this.#job = { ...this.#job, shipped };
    this.#board.update(this.#job.id, jobOf(this.#job));
    if (shipped === this.#job.segments.length) return this.#write();
    await this.#deps.spool.write(this.#job).catch((error: unknown) => {
      if (!storageErrorOf(error)) throw error;
    });
  }

  /** Write the job's state, as soon as the disk takes it. @throws the closing signal's reason. */
  async #write(): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        await this.#deps.spool.write(this.#job);
        this.#say(undefined);
        return;
      } catch (error) {
        const storage = storageErrorOf(error);
        if (!storage) throw error;
        this.#say(`The upload waits for this machine’s disk. ${storage.message}`);
        await waitBeforeRetry(tries, this.#closing);
      }
  }

  /**
   * End the job here: its owner learns of it once that is on the disk, or the next run of this program would go on with it.
   * What the service has of it is taken back, and that noted, only afterwards: its owner need not wait for a service that
   * is away.
   */
  async #fail(error: string): Promise<void> {
    this.#job = { ...this.#job, status: 'failed', error, withdraw: true };
    const drop = () =>
      this.#deps.spool.dropSegments(this.#job).catch((failure: unknown) => {
        if (!storageErrorOf(failure)) throw failure;
      });
    // Makes room on a full disk; what stays is dropped with the job's folder.
    await drop();
    await this.#write();
    await drop();
    this.#board.update(this.#job.id, jobOf(this.#job));
  }
}

/** Whether a pause came to its end. */
const wasAwaited = [() => true, () => false] as const;
