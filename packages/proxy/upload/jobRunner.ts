/** Runs an acknowledged job until it is complete, or has failed and left nothing at the service. */
import type { FastifyBaseLogger } from 'fastify';
import pRetry, { type Options } from 'p-retry';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { ignoreStorageError, storageErrorOf } from '@cloakroom/server-kit/storageError.ts';
import type { Credentials } from '../credentials.ts';
import { definitionDigest } from '../definitions/digest.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { retryDelays } from '../retry.ts';
import { queryKeyOf } from '../schemaKeys.ts';
import type { OpenKeyring, Schemas } from '../schemas.ts';
import type { Principal } from '../callers.ts';
import type { JobRegistry } from './jobRegistry.ts';
import { callUntilAnswered, type JobContext } from './callUntilAnswered.ts';
import { openCredentials } from './sealedCredentials.ts';
import { publishUpload, withdrawUpload, type PublishDeps } from './publishUpload.ts';
import { jobOf, uploadOf, type StoredJob } from './storedJob.ts';
import type { UploadedFiles } from './uploadedFiles.ts';

export type JobRunnerDeps = PublishDeps & {
  openKeyring: OpenKeyring;
  schemas: Pick<Schemas, 'of'>;
  files: UploadedFiles;
  /** Called with each job whose records became visible. */
  onPublished: (principal: Principal, schema: string) => Promise<void>;
  log: FastifyBaseLogger;
};

/** The message of a failed job. */
export const failureMessage = (error: unknown): string =>
  error instanceof HttpProblem ? error.message : 'The upload broke off. Upload the file again.';

/** Runs one acknowledged job. */
export class JobRunner {
  #job: StoredJob;
  readonly #credentials: Credentials | null;
  readonly #deps: JobRunnerDeps;
  readonly #registry: JobRegistry;
  readonly #cancelled: AbortSignal;
  readonly #closing: AbortSignal;

  /**
   * @param credentials - the uploader's credentials; if null, they are opened from the job.
   * @param signals - `cancelled` ends the job, `closing` interrupts it until the next run of this program.
   */
  constructor(
    job: StoredJob,
    credentials: Credentials | null,
    deps: JobRunnerDeps,
    registry: JobRegistry,
    signals: { cancelled: AbortSignal; closing: AbortSignal },
  ) {
    this.#job = job;
    this.#credentials = credentials;
    this.#deps = deps;
    this.#registry = registry;
    this.#cancelled = signals.cancelled;
    this.#closing = signals.closing;
  }

  /** The current state of the job. */
  get job(): StoredJob {
    return this.#job;
  }

  /** Runs until the job has ended. @throws the closing signal's reason. */
  async run(): Promise<void> {
    if (!this.#job.withdraw)
      try {
        await this.#publish();
        await this.#finish();
        return;
      } catch (error) {
        this.#closing.throwIfAborted();
        const reason: unknown = this.#cancelled.aborted ? this.#cancelled.reason : error;
        this.#deps.log.warn({ err: reason, job: this.#job.id }, 'a job failed');
        await this.#fail(failureMessage(reason));
      }
    await this.#withdraw();
  }

  /** Sends everything to the service. The records are visible once this resolves. */
  async #publish(): Promise<void> {
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
    const definition = async () => definitionDigest(schema, (await schemas.of(jobContext, schema)).fields);
    await publishUpload(this.#job, jobContext, this.#deps, { sealing, newest, definition }, (shipped) =>
      this.#noteShipped(shipped),
    );
    this.#onPublished(jobContext.credentials);
  }

  #onPublished(credentials: Credentials): void {
    const { id, user, schema } = this.#job;
    // A failure doesn't concern the job, which is complete.
    this.#deps
      .onPublished({ user, credentials }, schema)
      .catch((error: unknown) => this.#deps.log.warn({ err: error, job: id }, 'merging was put off'));
  }

  /**
   * Stores that the job is complete, and removes its segments. The records are stored: whatever fails here, the job is
   * complete. Steps that fail because of the disk are repeated.
   */
  async #finish(): Promise<void> {
    const { files, spool, log } = this.#deps;
    const { id, user, file, records } = this.#job;
    const completed = new Date().toISOString();
    const upload = uploadOf(this.#job);
    this.#job = { ...this.#job, status: 'complete', ended: Date.now(), credentials: '' };
    const steps = new Set([
      ...(file === undefined
        ? []
        : [() => files.note(user, { mark: file, job_id: id, records, completed, upload })]),
      () => spool.write(this.#job),
      () => spool.dropSegments(this.#job),
    ]);
    const runSteps = async (attempt: number) => {
      let failure: Error | undefined;
      for (const step of steps)
        try {
          await step();
          steps.delete(step);
        } catch (error) {
          const storage = storageErrorOf(error);
          if (storage) failure = storage;
          else steps.delete(step);
          if (attempt === 1) log.warn({ err: error, job: id }, 'a complete job could not be noted');
        }
      const notice =
        failure && `All records are stored. That can’t be noted on this machine yet: ${failure.message}`;
      this.#registry.update(id, { ...jobOf(this.#job), notice });
      if (failure) throw failure;
    };
    await this.#retry(runSteps).catch((error: unknown) => {
      if (!this.#closing.aborted) throw error;
    });
  }

  /** Repeats until it succeeds. @throws the reason of the closing signal; an error that `shouldRetry` is false of. */
  #retry<Result>(
    attempt: (number: number) => Promise<Result>,
    options: Pick<Options, 'signal' | 'shouldRetry' | 'shouldConsumeRetry'> = {},
  ): Promise<Result> {
    return pRetry(attempt, { ...retryDelays, retries: Infinity, signal: this.#closing, ...options });
  }

  /** Removes what the service has of a failed job. */
  async #withdraw(): Promise<void> {
    const { jobContext } = await this.#jobContext(this.#closing);
    await withdrawUpload(this.#job, jobContext, this.#deps);
    const { withdraw: _, ...rest } = this.#job;
    this.#job = { ...rest, segments: [], shipped: 0, credentials: '' };
    await this.#write();
  }

  async #jobContext(signal: AbortSignal): Promise<{ jobContext: JobContext; keyring: Keyring }> {
    const keyring = await this.#keyring(signal);
    const { user, token } = this.#job;
    const credentials = this.#credentials ?? openCredentials(keyring, this.#job);
    const onWaiting = (why: string | undefined) => this.#setNotice(why);
    return { keyring, jobContext: { user, token, credentials, signal, closing: this.#closing, onWaiting } };
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
    const { user } = this.#job;
    const isLocked = (error: Error) => error instanceof HttpProblem && error.status < 500;
    const keyring = await this.#retry(() => this.#deps.openKeyring({ user }), {
      signal,
      // Without a delay once its owner calls again.
      shouldConsumeRetry: ({ error }) => !isLocked(error),
      shouldRetry: async ({ error }) => {
        if (!(error instanceof HttpProblem)) return false;
        this.#setNotice(error.message);
        if (isLocked(error)) await this.#deps.waiter.next(user, signal);
        return true;
      },
    });
    this.#setNotice(undefined);
    return keyring;
  }

  /** Shows why the job waits; undefined when it doesn't. */
  #setNotice(notice: string | undefined): void {
    const { id, user } = this.#job;
    if (this.#registry.of({ user }, id)?.notice !== notice) this.#registry.update(id, { notice });
  }

  /**
   * Note how many segments the service has. A disk that fails may forget that, for what is sent twice is stored once; only
   * that all are there must be known before anything is published, or a job that is visible could be cancelled.
   */
  async #noteShipped(shipped: number): Promise<void> {
    this.#job = { ...this.#job, shipped };
    this.#registry.update(this.#job.id, jobOf(this.#job));
    if (shipped === this.#job.segments.length) return this.#write();
    await this.#deps.spool.write(this.#job).catch(ignoreStorageError);
  }

  /** Writes the job's state, as soon as the disk takes it. @throws the closing signal's reason. */
  async #write(): Promise<void> {
    await this.#retry(() => this.#deps.spool.write(this.#job), {
      shouldRetry: ({ error }) => {
        const storage = storageErrorOf(error);
        if (storage) this.#setNotice(`The upload waits for this machine’s disk. ${storage.message}`);
        return storage !== null;
      },
    });
    this.#setNotice(undefined);
  }

  /**
   * Ends the job here: its owner is notified once that is on the disk, or the next run of this program would go on with it.
   * What the service has of it is taken back, and that noted, only afterwards: its owner need not wait for a service that
   * is away.
   */
  async #fail(error: string): Promise<void> {
    this.#job = { ...this.#job, status: 'failed', ended: Date.now(), error, withdraw: true };
    const drop = () => this.#deps.spool.dropSegments(this.#job).catch(ignoreStorageError);
    // Makes room on a full disk; what stays is dropped with the job's folder.
    await drop();
    await this.#write();
    await drop();
    this.#registry.update(this.#job.id, jobOf(this.#job));
  }
}
