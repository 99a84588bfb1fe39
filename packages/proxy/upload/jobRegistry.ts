/** The jobs of this machine with their progress, and events when they change. */
import { EventEmitter } from 'node:events';
import { hasEnded, type Job } from '@cloakroom/contract/jobs.ts';
import type { JobOwner } from '../credentials.ts';

/**
 * A job with the fields that only the proxy has; `created` and `ended` in milliseconds since 1970. Jobs that ended under an earlier
 * version have no `ended`.
 */
export type RegisteredJob = JobOwner & { created: number; ended?: number | undefined; job: Job };

export class JobRegistry {
  readonly #jobs = new Map<string, RegisteredJob>();
  /** Jobs by alias, and what ends the events of the alias. */
  readonly #aliases = new Map<string, { job: string; unwatch: () => void }>();
  readonly #changes = new EventEmitter().setMaxListeners(0);

  /** Adds a job. A new attempt replaces the last one of the same id. */
  add(entry: RegisteredJob): void {
    this.#jobs.set(entry.job.job_id, entry);
    this.#changes.emit(entry.job.job_id, entry.job);
  }

  /** Makes a job's id an alias of another job. Listeners of the first id receive the changes of the other job. */
  alias(id: string, job: string): void {
    this.#jobs.delete(id);
    const entry = this.#jobs.get(job);
    if (entry) this.#changes.emit(id, entry.job);
    const unwatch = this.watch(job, (present) => this.#changes.emit(id, present));
    this.#aliases.set(id, { job, unwatch });
  }

  /** Resolves an alias: the id of the job. */
  resolve(id: string): string {
    return this.#aliases.get(id)?.job ?? id;
  }

  /** Any person's job; null for a forgotten one. */
  job(id: string): Job | null {
    return this.#jobs.get(id)?.job ?? null;
  }

  /** Rows of a job that are known of. */
  total(id: string): number {
    return this.#jobs.get(id)?.job.total ?? 0;
  }

  /** Changes a job. Listeners receive all of it. */
  update(id: string, change: Partial<Job>): void {
    const entry = this.#jobs.get(id);
    if (!entry) return;
    const wasEnded = hasEnded(entry.job);
    entry.job = { ...entry.job, ...change };
    if (!wasEnded && hasEnded(entry.job)) entry.ended = Date.now();
    this.#changes.emit(id, entry.job);
  }

  /** Marks the ended job as seen. */
  markSeen(id: string): void {
    const entry = this.#jobs.get(id);
    if (!entry) return;
    const { unseen: _, ...job } = entry.job;
    entry.job = job;
  }

  /** Removes a job and its aliases. @returns the aliases. */
  remove(id: string): string[] {
    this.#jobs.delete(id);
    const aliases = [...this.#aliases].filter(([, { job }]) => job === id);
    for (const [alias, { unwatch }] of aliases) {
      unwatch();
      this.#aliases.delete(alias);
    }
    return aliases.map(([alias]) => alias);
  }

  /** An owner's job; null for a missing one and for another owner's. */
  of(owner: JobOwner, id: string): Job | null {
    const entry = this.#jobs.get(this.resolve(id));
    return entry && isOf(owner, entry) ? entry.job : null;
  }

  /** An owner's jobs, newest first. */
  list(owner: JobOwner): Job[] {
    return [...this.#jobs.values()]
      .filter((entry) => isOf(owner, entry))
      .sort((a, b) => b.created - a.created)
      .map(({ job }) => job);
  }

  /** Jobs that ended before a time; a different limit applies to jobs that were not seen yet. */
  endedBefore(limits: { seen: number; unseen: number }): string[] {
    return [...this.#jobs.values()]
      .filter(
        ({ job, created, ended = created }) =>
          hasEnded(job) && ended < limits[job.unseen ? 'unseen' : 'seen'],
      )
      .map(({ job }) => job.job_id);
  }

  /** Calls a listener with each change of a job until the returned function is called. */
  watch(id: string, listener: (job: Job) => void): () => void {
    this.#changes.on(id, listener);
    return () => this.#changes.off(id, listener);
  }
}

const isOf = (owner: JobOwner, job: JobOwner): boolean =>
  job.user === owner.user && (owner.token === undefined || job.token === owner.token);
