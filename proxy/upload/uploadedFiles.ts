/** Remembers which files were uploaded, by marks that tell nothing to whoever copies this machine's disk. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Uploaded } from '#contract/jobs.ts';
import { canonical } from '../crypto/derive.ts';
import { readIfThere, replaceFile } from '../files.ts';
import type { Keyring } from '../keyring/keyring.ts';

/** Uploads that are remembered of one person: the newest so many. */
const most = 1000;

const Entry = z.object({ mark: z.string(), job_id: z.string(), records: z.number(), completed: z.string() });
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
  #writing: Promise<unknown> = Promise.resolve();

  /** @param dataDir - the proxy's data folder. */
  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'uploaded');
  }

  /** A person's uploads of a file, newest first. */
  async of(user: string, mark: string): Promise<Uploaded[]> {
    const entries = await this.#read(user);
    return entries.filter((entry) => entry.mark === mark).map(({ mark: _, ...uploaded }) => uploaded);
  }

  /** Remember an upload; the same job twice is remembered once. */
  async note(user: string, entry: Entry): Promise<void> {
    const writing = this.#writing.then(async () => {
      const others = (await this.#read(user)).filter(({ job_id }) => job_id !== entry.job_id);
      await replaceFile(this.#file(user), JSON.stringify([entry, ...others].slice(0, most)));
    });
    this.#writing = writing.catch(() => undefined);
    await writing;
  }

  async #read(user: string): Promise<Entry[]> {
    return z.array(Entry).parse(JSON.parse((await readIfThere(this.#file(user))) ?? '[]'));
  }

  #file(user: string): string {
    return join(this.#folder, `${user}.json`);
  }
}
