/** Jobs on this machine's disk: one folder for each, with its sealed segments and the state that is needed to finish it. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  readFileIfExists,
  replaceFile,
  setAside,
  removeTemporaryFiles,
  syncFolder,
} from '@cloakroom/server-kit/files.ts';
import {
  copyPath,
  DamagedFile,
  mirroredFile,
  UnknownFormat,
  type ReportProblem,
} from '@cloakroom/server-kit/mirroredFile.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { StorageError, storageErrorOf } from '@cloakroom/server-kit/storageError.ts';
import { segmentFiles, StoredJob, type SpooledSegment } from './storedJob.ts';

const Folder = z.uuid();
const jobFile = 'job.json';
/** Marks a job whose end was not seen yet. */
const unseenFile = 'unseen';
const readChunkBytes = 256 * 1024;

export class Spool {
  readonly #root: string;
  readonly #report: ReportProblem;

  /**
   * @param dataDir - the proxy's data folder.
   * @param report - is called with a sentence about each damaged file.
   */
  constructor(dataDir: string, report: ReportProblem = () => undefined) {
    this.#root = join(dataDir, 'spool');
    this.#report = report;
  }

  /** Creates the folder of a new job, durably. Until {@link write} it counts as half-written. */
  async open(id: string): Promise<string> {
    const folder = this.folder(id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(this.#root);
    return folder;
  }

  /**
   * A segment's bytes, as the service is sent them. The stream fails before its last bytes when a file is not as it was
   * written, so that the service doesn't take the segment: an {@link HttpProblem} 422. A {@link StorageError} when it
   * can't be read.
   */
  segment(job: string, segment: SpooledSegment): Readable {
    return Readable.from(this.#bytes(job, segment), { objectMode: false });
  }

  async *#bytes(job: string, { entry, digests }: SpooledSegment): AsyncGenerator<Buffer> {
    for (const [at, name] of segmentFiles(entry.id).entries()) {
      const path = join(this.folder(job), name);
      const hash = createHash('sha256');
      let previousChunk: Buffer | null = null;
      try {
        const file = await open(path);
        for await (const bytes of file.createReadStream({
          highWaterMark: readChunkBytes,
        }) as AsyncIterable<Buffer>) {
          hash.update(bytes);
          if (previousChunk) yield previousChunk;
          previousChunk = bytes;
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw damagedSegment(path, error);
        throw storageErrorOf(error, path) ?? error;
      }
      if (digests && hash.digest('hex') !== digests[at]) throw damagedSegment(path);
      if (previousChunk) yield previousChunk;
    }
  }

  /**
   * Stores a job's state, which is on disk when this resolves. As `processing` it is acknowledged.
   * @throws {StorageError} when it can't be written.
   */
  async write(job: StoredJob): Promise<void> {
    await this.#job(job.id).write(job);
  }

  /** Marks the ended job as unseen: it is stored until its owner has seen it. A file of its own, because the state changes at the same time. */
  async markUnseen(id: string): Promise<void> {
    const marker = join(this.folder(id), unseenFile);
    await replaceFile(marker, '');
    await replaceFile(copyPath(marker), '');
  }

  async markSeen(id: string): Promise<void> {
    const marker = join(this.folder(id), unseenFile);
    for (const path of [copyPath(marker), marker]) await rm(path, { force: true });
  }

  /** Whether either marker is there; one that can't be read counts. */
  async isUnseen(id: string): Promise<boolean> {
    const marker = join(this.folder(id), unseenFile);
    const found = await Promise.all(
      [marker, copyPath(marker)].map((path) =>
        readFileIfExists(path).then(
          (text) => text !== null,
          () => true,
        ),
      ),
    );
    return found.includes(true);
  }

  /** Deletes everything of a job but its state. No segment of it may be written meanwhile. */
  async clear(id: string): Promise<void> {
    const folder = this.folder(id);
    if (!existsSync(folder)) return;
    const retained = new Set([jobFile, unseenFile].flatMap((name) => [name, copyPath(name)]));
    for (const name of await readdir(folder))
      if (!retained.has(name)) await rm(join(folder, name), { force: true });
  }

  /** Deletes a job's segments; its state stays. */
  async dropSegments(job: StoredJob): Promise<void> {
    for (const { entry } of job.segments)
      for (const name of segmentFiles(entry.id)) await rm(join(this.folder(job.id), name), { force: true });
  }

  /** Removes a job's folder. What can't be removed is reported. */
  async remove(id: string): Promise<void> {
    try {
      // A copy alone would count as the job.
      await rm(copyPath(this.#job(id).path), { force: true });
      await rm(this.folder(id), { recursive: true, force: true });
    } catch (error) {
      const storage = storageErrorOf(error, this.folder(id));
      if (!storage) throw error;
      this.#report(`The files of an upload that is over can’t be removed. ${storage.message}`);
    }
  }

  /**
   * Every job, for a program that has just started. A folder without a state is removed: its sender has no id of it. What is
   * damaged is set aside and reported, each job by itself.
   */
  async readAll(): Promise<StoredJob[]> {
    const jobs: StoredJob[] = [];
    for (const id of await this.#ids()) {
      const job = await this.#read(id);
      if (job === 'never acknowledged') await this.remove(id);
      else if (job) jobs.push(job);
    }
    return jobs;
  }

  async #ids(): Promise<string[]> {
    try {
      await mkdir(this.#root, { recursive: true, mode: 0o700 });
      return (await readdir(this.#root)).filter((name) => Folder.safeParse(name).success);
    } catch (error) {
      const storage = storageErrorOf(error, this.#root);
      if (!storage) throw error;
      this.#report(
        `The uploads of this machine can’t be read, so those that are not complete wait. ${storage.message} Then start the proxy again.`,
      );
      return [];
    }
  }

  /** @returns null for a job that can't be continued. */
  async #read(id: string): Promise<StoredJob | 'never acknowledged' | null> {
    const file = this.#job(id);
    try {
      // Left-over temporary files are harmless.
      await removeTemporaryFiles(this.folder(id)).catch(() => undefined);
      return (await file.read()) ?? 'never acknowledged';
    } catch (error) {
      if (error instanceof DamagedFile) {
        const aside = (await setAside(this.folder(id))) ?? this.folder(id);
        this.#report(
          `The state of an upload job was damaged, and so was its copy: ${file.path}. The job is forgotten, and its folder was set aside as ${aside}. If records of it are missing, upload its file again.`,
        );
      } else if (error instanceof StorageError || error instanceof UnknownFormat)
        this.#report(`The upload job ${id} waits until the proxy starts again. ${error.message}`);
      else throw error;
      return null;
    }
  }

  #job(id: string) {
    return mirroredFile(join(this.folder(id), jobFile), StoredJob, this.#report);
  }

  /** Where a job's files lie. */
  folder(id: string): string {
    return join(this.#root, id);
  }
}

const damagedSegment = (path: string, cause?: unknown) =>
  new HttpProblem(
    422,
    `The sealed copy of this file on this machine’s disk was damaged before it was sent: ${path}. Nothing was stored: upload the file again.`,
    { cause },
  );
