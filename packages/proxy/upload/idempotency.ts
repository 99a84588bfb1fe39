/** Finds the first of several requests that are the same upload: by their key, or by their bodies. */
import { sameBodyWindowMs } from '@cloakroom/contract/jobs.ts';
import { nameOfOwner, type JobOwner } from '../credentials.ts';

/** A key of one person or API token, and the job that it belongs to. */
export type KeyEntry = JobOwner & {
  key: string;
  job: string;
  schema: string;
  /** The record that the job changes. */
  record?: string | undefined;
  /** Nothing of the job is stored, so a repeat of the key restarts it. */
  retryable: boolean;
};

/** The keys that uploads carried. They last as long as their jobs. */
export class IdempotencyKeys {
  readonly #entries = new Map<string, KeyEntry>();

  add(entry: KeyEntry): void {
    this.#entries.set(nameOf(entry, entry.key), entry);
  }

  find(owner: JobOwner, key: string): KeyEntry | null {
    return this.#entries.get(nameOf(owner, key)) ?? null;
  }

  /** Sets whether a repeat of the job's key restarts it. */
  setRetryable(job: string, retryable: boolean): void {
    for (const entry of this.#entries.values()) if (entry.job === job) entry.retryable = retryable;
  }

  forget(job: string): void {
    for (const [name, entry] of this.#entries) if (entry.job === job) this.#entries.delete(name);
  }
}

const nameOf = (owner: JobOwner, key: string) => `${nameOfOwner(owner)} ${key}`;

/** A body that has arrived whole. */
export type BodyEntry = {
  job: string;
  digest: string;
  /** When its last byte arrived, in milliseconds since 1970. */
  received: number;
  /** Whether it is stored, or will be, under its own job. */
  accepted: Promise<boolean>;
};

type KnownBody = BodyEntry & { settled: boolean | null };

/** The bodies that have arrived, in that order. They last as long as their jobs. */
export class ReceivedBodies {
  readonly #known: KnownBody[] = [];
  readonly #hasFailed: (job: string) => boolean;

  /** @param hasFailed - whether a job that was accepted has failed since. */
  constructor(hasFailed: (job: string) => boolean) {
    this.#hasFailed = hasFailed;
  }

  add(entry: BodyEntry): void {
    const known: KnownBody = { ...entry, settled: null };
    this.#known.push(known);
    void entry.accepted.then((accepted) => (known.settled = accepted));
  }

  /**
   * The job whose body one repeats; null when it repeats none. Bodies that arrived before and are still being sealed are
   * waited for, never those that arrived later, so two of them never wait for each other.
   * @param begun - when the repeating request began, in milliseconds since 1970.
   * @param hasRecords - whether an accepted job still has records: a file whose records were deleted is stored again.
   */
  async firstOf(
    job: string,
    begun: number,
    hasRecords: (job: string) => Promise<boolean>,
  ): Promise<string | null> {
    const deleted = new Set<string>();
    for (;;) {
      const at = this.#known.findIndex((known) => known.job === job);
      const own = this.#known[at];
      if (!own) return null;
      const same = this.#known
        .slice(0, at)
        .filter(({ digest, received }) => digest === own.digest && begun - received < sameBodyWindowMs)
        .filter((known) => known.settled !== false && !this.#hasFailed(known.job) && !deleted.has(known.job));
      const accepted = same.find(({ settled }) => settled === true);
      if (accepted && (await hasRecords(accepted.job))) return accepted.job;
      if (accepted) {
        deleted.add(accepted.job);
        continue;
      }
      const [pending] = same;
      if (!pending) return null;
      await pending.accepted;
    }
  }

  forget(job: string): void {
    const at = this.#known.findIndex((known) => known.job === job);
    if (at >= 0) this.#known.splice(at, 1);
  }
}
