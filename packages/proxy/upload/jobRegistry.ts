/** Where the jobs of this machine stand, for those who ask and those who watch. */
import { EventEmitter } from 'node:events';
import { hasEnded, type Job } from '@cloakroom/contract/jobs.ts';

/** A job with what only the proxy knows of it; `created` in milliseconds since 1970. */
export type RegisteredJob = { user: string; created: number; job: Job };

export class JobRegistry {
  readonly #posted = new Map<string, RegisteredJob>();
  readonly #aliases = new Map<string, string>();
  readonly #news = new EventEmitter().setMaxListeners(0);

  /** Show a job from its beginning; one that begins anew takes the place of its last attempt. */
  post(posted: RegisteredJob): void {
    this.#posted.set(posted.job.job_id, posted);
    this.#news.emit(posted.job.job_id, posted.job);
  }

  /** Let a job's id stand for another job from now on. Listeners of the one hear of the other. */
  alias(id: string, job: string): void {
    this.#posted.delete(id);
    this.#aliases.set(id, job);
    const posted = this.#posted.get(job);
    if (posted) this.#news.emit(id, posted.job);
    this.watch(job, (present) => this.#news.emit(id, present));
  }

  /** The id of the job that an id stands for. */
  resolve(id: string): string {
    return this.#aliases.get(id) ?? id;
  }

  /** Where a job stands, whosever it is; undefined for one that is forgotten. */
  status(id: string): Job['status'] | undefined {
    return this.#posted.get(id)?.job.status;
  }

  /** Rows of a job that are known of. */
  total(id: string): number {
    return this.#posted.get(id)?.job.total ?? 0;
  }

  /** Say what is new with a job; those who watch it hear the whole. */
  update(id: string, change: Partial<Job>): void {
    const posted = this.#posted.get(id);
    if (!posted) return;
    posted.job = { ...posted.job, ...change };
    this.#news.emit(id, posted.job);
  }

  /** Nobody has to be told of the job's end any more. */
  see(id: string): void {
    const posted = this.#posted.get(id);
    if (!posted) return;
    const { unseen: _, ...job } = posted.job;
    posted.job = job;
  }

  /** Forget a job. @returns the ids that stood for it, which are forgotten with it. */
  remove(id: string): string[] {
    this.#posted.delete(id);
    const aliases = [...this.#aliases].filter(([, job]) => job === id).map(([alias]) => alias);
    for (const alias of aliases) this.#aliases.delete(alias);
    return aliases;
  }

  /** A person's job; null for what is missing and for what belongs to somebody else. */
  of(user: string, id: string): Job | null {
    const posted = this.#posted.get(this.resolve(id));
    return posted?.user === user ? posted.job : null;
  }

  /** A person's jobs, newest first. */
  list(user: string): Job[] {
    return [...this.#posted.values()]
      .filter((posted) => posted.user === user)
      .sort((a, b) => b.created - a.created)
      .map(({ job }) => job);
  }

  /** Jobs that ended and were made before a moment; an earlier one where nobody has seen the end yet. */
  endedBefore(moments: { seen: number; unseen: number }): string[] {
    return [...this.#posted.values()]
      .filter(({ job, created }) => hasEnded(job) && created < moments[job.unseen ? 'unseen' : 'seen'])
      .map(({ job }) => job.job_id);
  }

  /** Hear of each change of a job until the returned function is called. */
  watch(id: string, listener: (job: Job) => void): () => void {
    this.#news.on(id, listener);
    return () => this.#news.off(id, listener);
  }
}
