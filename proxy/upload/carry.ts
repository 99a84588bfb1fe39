/** Carries an acknowledged job to its end: complete, or failed and without a trace. */
import type { FastifyBaseLogger } from 'fastify';
import { isDiskFull } from '#host/diskFull.ts';
import { HttpProblem } from '#host/problem.ts';
import type { Credentials } from '../credentials.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { queryKeyOf } from '../schemaKeys.ts';
import type { OpenKeyring, Schemas } from '../schemas.ts';
import type { Asker } from '../who.ts';
import type { JobBoard } from './jobBoard.ts';
import { patiently, type Errand } from './patience.ts';
import { pause } from './retry.ts';
import { openCredentials } from './sealedCredentials.ts';
import { ship, takeBack, type ShipDeps } from './ship.ts';
import { jobOf, type StoredJob } from './storedJob.ts';
import type { UploadedFiles } from './uploadedFiles.ts';

export type CarryDeps = ShipDeps & {
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
export class Carrier {
  #job: StoredJob;
  readonly #given: Credentials | null;
  readonly #deps: CarryDeps;
  readonly #board: JobBoard;
  readonly #cancelled: AbortSignal;
  readonly #closing: AbortSignal;

  /**
   * @param given - the uploader's credentials; null has them opened from the job.
   * @param signals - `cancelled` ends the job, `closing` interrupts it until the next run of this program.
   */
  constructor(
    job: StoredJob,
    given: Credentials | null,
    deps: CarryDeps,
    board: JobBoard,
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
        return;
      } catch (error) {
        this.#closing.throwIfAborted();
        const reason: unknown = this.#cancelled.aborted ? this.#cancelled.reason : error;
        this.#deps.log.warn({ err: reason, job: this.#job.id }, 'a job failed');
        await this.#settle({ status: 'failed', error: reasonOf(reason), withdraw: true });
      }
    await this.#withdraw();
  }

  async #deliver(): Promise<void> {
    const { schemas, onPublished, files, log } = this.#deps;
    const signal = AbortSignal.any([this.#closing, this.#cancelled]);
    const { errand, keyring } = await this.#errand(signal);
    const { id, user, schema, file, records } = this.#job;
    // Checked when the records were sealed: their index opens with no other.
    const { generation } = this.#job.segments[0]!.entry;
    const sealing = { generation, queryKey: await this.#sealingKey(errand, keyring) };
    const newest = async () => {
      await this.#keyring(signal);
      const own = await schemas.of(errand, schema);
      return { generation: own.schema.generation, queryKey: queryKeyOf(own.keyring, own.schema) };
    };
    await ship(this.#job, errand, this.#deps, { sealing, newest }, (shipped) => this.#advance(shipped));
    const completed = new Date().toISOString();
    if (file !== undefined)
      await this.#onceThereIsRoom(() => files.note(user, { mark: file, job_id: id, records, completed }));
    await this.#settle({ status: 'complete', credentials: '' });
    // What comes of it is nothing to the job, which is done.
    onPublished({ user, credentials: errand.credentials }, schema).catch((error: unknown) =>
      log.warn({ err: error, job: id }, 'merging was put off'),
    );
  }

  /** Leave nothing at the service either. */
  async #withdraw(): Promise<void> {
    const { errand } = await this.#errand(this.#closing);
    await takeBack(this.#job, errand, this.#deps);
    const { withdraw: _, ...rest } = this.#job;
    this.#job = { ...rest, segments: [], shipped: 0, credentials: '' };
    await this.#deps.spool.write(this.#job);
  }

  async #errand(signal: AbortSignal): Promise<{ errand: Errand; keyring: Keyring }> {
    const keyring = await this.#keyring(signal);
    const { user } = this.#job;
    const credentials = this.#given ?? openCredentials(keyring, this.#job);
    return { keyring, errand: { user, credentials, signal, closing: this.#closing } };
  }

  /** The key that sealed the job's index. Where keyrings were joined, the schema's key check tells which one that is. */
  async #sealingKey(errand: Errand, keyring: Keyring): Promise<Buffer> {
    const { schema, segments } = this.#job;
    const { generation } = segments[0]!.entry;
    if (!keyring.hasSeveralSeeds) return keyring.queryKey(schema, generation);
    const own = await patiently(errand, this.#deps, () => this.#deps.schemas.of(errand, schema));
    return queryKeyOf(own.keyring, own.schema, generation);
  }

  /** A locked keyring is waited for: its owner opens it, then calls again. */
  async #keyring(signal: AbortSignal): Promise<Keyring> {
    for (;;)
      try {
        return await this.#deps.openKeyring({ user: this.#job.user });
      } catch (error) {
        if (!(error instanceof HttpProblem)) throw error;
        await this.#deps.desk.next(this.#job.user, signal);
      }
  }

  /**
   * Note how many segments the service has. A full disk may forget that, for what is sent twice is stored once; only that
   * all are there must be known before anything is published, or a job that is visible could be cancelled.
   */
  async #advance(shipped: number): Promise<void> {
    this.#job = { ...this.#job, shipped };
    this.#board.update(this.#job.id, jobOf(this.#job));
    const write = () => this.#deps.spool.write(this.#job);
    if (shipped === this.#job.segments.length) return this.#onceThereIsRoom(write);
    await write().catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
    });
  }

  /** @throws the closing signal's reason; what fails for anything but a full disk. */
  async #onceThereIsRoom(write: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        await write();
        return;
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        await pause(tries, this.#closing);
      }
  }

  /**
   * End the job here. Told when that is on the disk and the segments are deleted. What the service has of a failed job is
   * taken back, and that noted, only afterwards: its owner need not wait for a service that is away.
   */
  async #settle(change: Partial<StoredJob>): Promise<void> {
    const { spool } = this.#deps;
    this.#job = { ...this.#job, ...change };
    try {
      await spool.write(this.#job);
      await spool.dropSegments(this.#job);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      await spool.dropSegments(this.#job);
      await spool.write(this.#job);
    }
    this.#board.update(this.#job.id, jobOf(this.#job));
  }
}
