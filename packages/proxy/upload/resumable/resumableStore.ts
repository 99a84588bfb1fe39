/** The uploads of the tus protocol: each is a job whose body arrives in several requests. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/utils';
import { badRequest, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { nameOfOwner, type JobOwner } from '../../credentials.ts';
import type { ResumableBody } from './resumableBody.ts';

/** How long the end of an upload can be asked for, by a sender who lost the last answer. */
const endedTtlMs = 60 * 60_000;

type Entry = {
  owner: JobOwner;
  body: ResumableBody;
  size: number;
  created: string;
  metadata: Upload['metadata'];
};

/** What the store needs of jobs. */
export type UploadJobs = {
  of: (owner: JobOwner, id: string) => Job | null;
  cancel: (owner: JobOwner, id: string) => Promise<unknown>;
};

export class ResumableStore extends DataStore {
  /** The caller of the present request. */
  readonly caller = new AsyncLocalStorage<JobOwner>();
  readonly #jobs: UploadJobs;
  readonly #entries = new Map<string, Entry>();

  constructor(jobs: UploadJobs) {
    super();
    this.#jobs = jobs;
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  /** Adds an upload, whose job has begun to read its body. One that is known already stays. */
  add(id: string, entry: Omit<Entry, 'created'>): void {
    if (this.#entries.has(id)) return;
    this.#set(id, entry);
  }

  /** Replaces a known upload by a new attempt of its job, which reads another body. */
  replace(id: string, entry: Omit<Entry, 'created'>): void {
    if (this.#entries.has(id)) this.#set(id, entry);
  }

  override create(upload: Upload): Promise<Upload> {
    return Promise.resolve(upload);
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, body, metadata, created } = this.#entry(id);
    return new Upload({
      id,
      size,
      offset: body.offset,
      creation_date: created,
      ...(metadata && { metadata }),
    });
  }

  /** @throws {HttpProblem} 400 if the job has failed, so that the rest need not be sent. */
  override async write(stream: Readable, id: string): Promise<number> {
    const { body, owner } = this.#entry(id);
    const offset = await body.append(stream as AsyncIterable<Uint8Array>);
    const job = this.#jobs.of(owner, id);
    if (job?.status === 'failed') throw badRequest(job.error ?? 'The upload has failed.');
    return offset;
  }

  override async remove(id: string): Promise<void> {
    const { owner } = this.#entry(id);
    this.#entries.delete(id);
    await this.#jobs.cancel(owner, id);
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    const caller = this.caller.getStore();
    // Another person's upload is not revealed.
    if (!entry || !caller || nameOfOwner(entry.owner) !== nameOfOwner(caller)) throw notFound('Upload');
    return entry;
  }

  #set(id: string, given: Omit<Entry, 'created'>): void {
    const entry = { ...given, created: new Date().toISOString() };
    this.#entries.set(id, entry);
    this.#forgetLater(id, entry);
  }

  #forgetLater(id: string, entry: Entry): void {
    setTimeout(() => {
      if (this.#entries.get(id) !== entry) return;
      if (entry.body.isClosed) this.#entries.delete(id);
      else this.#forgetLater(id, entry);
    }, endedTtlMs).unref();
  }
}
