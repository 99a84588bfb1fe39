/** Remembers which files were uploaded, by keyed hashes, from which a copy of the disk reveals nothing. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { CompletedUpload } from '@cloakroom/contract/jobs.ts';
import { DamagedFile, mirroredFile, type ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import type { Keyring } from '../keyring/keyring.ts';

/** The newest uploads of one person; older ones are forgotten. */
const maxUploads = 1000;

const Entry = z.object({
  mark: z.string(),
  job_id: z.string(),
  records: z.number(),
  completed: z.string(),
  /** The upload's id; absent from entries of earlier versions. */
  upload: z.string().optional(),
});
type Entry = z.infer<typeof Entry>;

/** A file's mark for one schema: its fingerprint, keyed with the keyring, in hex. */
export const markOf = (keyring: Keyring, schema: string, fingerprint: string): string =>
  markBy(keyring.spoolKey(purpose), schema, fingerprint);

/** The marks that a file may have: where keyrings were joined, one for each. */
export const marksOf = (keyring: Keyring, schema: string, fingerprint: string): string[] =>
  keyring.spoolKeys(purpose).map((key) => markBy(key, schema, fingerprint));

const purpose = 'uploaded files';
const markBy = (key: Buffer, schema: string, fingerprint: string): string =>
  createHmac('sha256', key).update(canonical(schema, fingerprint)).digest('hex');

export class UploadedFiles {
  readonly #folder: string;
  readonly #report: ReportProblem;
  readonly #changes = pLimit(1);

  /**
   * @param dataDir - the proxy's data folder.
   * @param report - is called with a sentence about each damaged file.
   */
  constructor(dataDir: string, report: ReportProblem = () => undefined) {
    this.#folder = join(dataDir, 'uploaded');
    this.#report = report;
  }

  /** A person's uploads of a file, newest first. */
  async of(user: string, mark: string): Promise<CompletedUpload[]> {
    const entries = await this.#read(user);
    return entries
      .filter((entry) => entry.mark === mark)
      .map(({ job_id, records, completed }) => ({ job_id, records, completed }));
  }

  /** When a person's files were uploaded, by the ids of their uploads. */
  async completedUploads(user: string): Promise<Map<string, string>> {
    const entries = await this.#read(user);
    return new Map(entries.flatMap(({ upload, completed }) => (upload ? [[upload, completed]] : [])));
  }

  /** Remember an upload; the same job twice is remembered once. */
  async note(user: string, entry: Entry): Promise<void> {
    await this.#changes(async () => {
      const others = (await this.#read(user)).filter(({ job_id }) => job_id !== entry.job_id);
      await this.#file(user).write([entry, ...others].slice(0, maxUploads));
    });
  }

  /** @throws {StorageError} when the disk doesn't give it. */
  async #read(user: string): Promise<Entry[]> {
    try {
      return (await this.#file(user).read()) ?? [];
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      this.#report(
        `The list of uploaded files was damaged, and so was its copy: ${error.path}. It was set aside as ${error.aside.join(' and ')}. Nothing that was uploaded is lost; a file that was uploaded before now is not recognised when it is chosen again.`,
      );
      return [];
    }
  }

  #file(user: string) {
    return mirroredFile(join(this.#folder, `${user}.json`), z.array(Entry), this.#report);
  }
}
