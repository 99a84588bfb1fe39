/** The jobs' place on this machine's disk: one folder a job, sealed segments and what is needed to finish them. */
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { readIfThere, replaceFile, sweepUnfinished, syncFolder } from '../files.ts';
import { segmentFiles, StoredJob } from './storedJob.ts';

const Folder = z.uuid();
const jobFile = 'job.json';
/** Lies in the folder of a job whose end somebody waits to see. */
const unseenFile = 'unseen';
const chunk = 256 * 1024;

export class Spool {
  readonly #root: string;

  /** @param dataDir - the proxy's data folder. */
  constructor(dataDir: string) {
    this.#root = join(dataDir, 'spool');
  }

  /** Make the folder of a new job, durably. Until {@link write} it counts as half-written. */
  async open(id: string): Promise<string> {
    const folder = this.#folder(id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(this.#root);
    return folder;
  }

  /** A segment's bytes, as the service is sent them. */
  segment(job: string, segment: string): Readable {
    return Readable.from(this.#bytes(job, segment), { objectMode: false });
  }

  async *#bytes(job: string, segment: string): AsyncGenerator<Buffer> {
    for (const name of segmentFiles(segment))
      yield* createReadStream(join(this.#folder(job), name), {
        highWaterMark: chunk,
      }) as AsyncIterable<Buffer>;
  }

  /** Keep a job's state, on disk before this resolves. As `processing` it is acknowledged. */
  async write(job: StoredJob): Promise<void> {
    await replaceFile(join(this.#folder(job.id), jobFile), JSON.stringify(job));
  }

  /** Remember that somebody waits to see the job's end. It lies beside the state, which changes at the same time. */
  async awaitSeen(id: string): Promise<void> {
    await replaceFile(join(this.#folder(id), unseenFile), '');
  }

  async see(id: string): Promise<void> {
    await rm(join(this.#folder(id), unseenFile), { force: true });
  }

  async isUnseen(id: string): Promise<boolean> {
    return (await readIfThere(join(this.#folder(id), unseenFile))) !== null;
  }

  /** Delete everything of a job but its state. No segment of it may be written meanwhile. */
  async clear(id: string): Promise<void> {
    if (!existsSync(this.#folder(id))) return;
    const names = await readdir(this.#folder(id));
    for (const name of names.filter((one) => one !== jobFile && one !== unseenFile))
      await rm(join(this.#folder(id), name), { force: true });
  }

  /** Delete a job's segments; its state stays. */
  async dropSegments(job: StoredJob): Promise<void> {
    for (const { entry } of job.segments)
      for (const name of segmentFiles(entry.id)) await rm(join(this.#folder(job.id), name), { force: true });
  }

  async remove(id: string): Promise<void> {
    await rm(this.#folder(id), { recursive: true, force: true });
  }

  /**
   * Every job, for a program that has just started. A folder without a state is removed: its sender has no id of it.
   */
  async readAll(): Promise<StoredJob[]> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    const jobs: StoredJob[] = [];
    for (const id of (await readdir(this.#root)).filter((name) => Folder.safeParse(name).success)) {
      const job = await this.#read(id);
      if (job) jobs.push(job);
      else await this.remove(id);
    }
    return jobs;
  }

  /** A file that is there was written whole. */
  async #read(id: string): Promise<StoredJob | null> {
    await sweepUnfinished(this.#folder(id));
    const text = await readIfThere(join(this.#folder(id), jobFile));
    return text === null ? null : StoredJob.parse(JSON.parse(text));
  }

  #folder(id: string): string {
    return join(this.#root, id);
  }
}
