/** The newest entry of each access log that a person's proxy has accepted. */
import { join } from 'node:path';
import { z } from 'zod';
import { DamagedFile, mirroredFile, type Report } from '#host/mirroredFile.ts';

const formatVersion = 1;
const SeenLog = z.object({
  number: z.number(),
  hash: z.string(),
  /** Whether the person is still to be shown that the log was begun for a schema that was shared before. */
  notice: z.boolean(),
});
export type SeenLog = z.infer<typeof SeenLog>;
const Stored = z.object({
  format: z.literal(formatVersion),
  /** By schema id. */
  schemas: z.record(z.string(), SeenLog),
});

/** One list for each user of the machine, in `access/<user>.json` of the data folder. */
export class SeenLogs {
  readonly #folder: string;
  readonly #report: Report;
  readonly #lists = new Map<string, Promise<Map<string, SeenLog>>>();
  #writing: Promise<unknown> = Promise.resolve();

  /**
   * @param dataDir - the proxy's data folder.
   * @param report - takes what was found damaged, and what became of it.
   */
  constructor(dataDir: string, report: Report = () => undefined) {
    this.#folder = join(dataDir, 'access');
    this.#report = report;
  }

  /** What was accepted last; undefined before anything was. */
  async of(user: string, schema: string): Promise<SeenLog | undefined> {
    return (await this.#of(user)).get(schema);
  }

  /** Remembers an accepted entry, unless a later one is known. On disk before this resolves. @throws {StorageError} */
  async note(user: string, schema: string, seen: Omit<SeenLog, 'notice'>, notice?: boolean): Promise<void> {
    const list = await this.#of(user);
    const before = list.get(schema);
    const newest = before && before.number > seen.number ? before : seen;
    const after = {
      number: newest.number,
      hash: newest.hash,
      notice: notice ?? before?.notice ?? false,
    };
    if (before?.number === after.number && before.hash === after.hash && before.notice === after.notice)
      return;
    list.set(schema, after);
    const write = () => this.#file(user).write({ format: formatVersion, schemas: Object.fromEntries(list) });
    const written = this.#writing.then(write);
    this.#writing = written.catch(() => undefined);
    await written;
  }

  #of(user: string): Promise<Map<string, SeenLog>> {
    const known = this.#lists.get(user) ?? this.#read(user);
    this.#lists.set(user, known);
    return known;
  }

  async #read(user: string): Promise<Map<string, SeenLog>> {
    try {
      return new Map(Object.entries((await this.#file(user).read())?.schemas ?? {}));
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      this.#report(
        `The list of signed lists that this proxy has accepted was damaged, and so was its copy: ${error.path}. It was set aside as ${error.aside.join(' and ')}. An older list can’t be told from a newer one until each schema was opened once.`,
      );
      return new Map();
    }
  }

  #file(user: string) {
    return mirroredFile(join(this.#folder, `${user}.json`), Stored, this.#report);
  }
}
