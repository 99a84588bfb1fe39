/** Access logs as accepted on this machine: every entry, so that entries that the service lost can be sent again. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { AccessEntry, type AccessChange } from '@cloakroom/contract/accessLog.ts';
import { entryHash } from '@cloakroom/wire/accessLogEntry.ts';
import { DamagedFile, mirroredFile, type ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';

const formatVersion = 1;
const Stored = z.object({
  format: z.literal(formatVersion),
  entries: z.array(AccessEntry),
  /** Whether to show the notice that a log was begun for a schema that was already shared. */
  notice: z.boolean(),
});

/** The ids of the teams and grants that a change names. */
function namedIn(change: AccessChange): string[] {
  if (change.type === 'begin') return [...change.teams, ...change.grants].map(({ id }) => id);
  return change.type === 'team' || change.type === 'grant' ? [change.id] : [];
}

/** What was accepted: at least one entry, and the hash of the last one. */
export type SeenLog = { entries: readonly AccessEntry[]; hash: string; notice: boolean };

/** One file for each user and schema, `access/<user>/<schema>.json` of the data folder. */
export class SeenLogs {
  readonly #folder: string;
  readonly #report: ReportProblem;
  readonly #logs = new Map<string, Promise<SeenLog | undefined>>();
  readonly #changes = pLimit(1);

  /**
   * @param dataDir - the proxy's data folder.
   * @param report - called with a sentence about each damaged file.
   */
  constructor(dataDir: string, report: ReportProblem = () => undefined) {
    this.#folder = join(dataDir, 'access');
    this.#report = report;
  }

  /** What was accepted last; undefined before anything was. */
  of(user: string, schema: string): Promise<SeenLog | undefined> {
    const name = `${user}/${schema}`;
    const cached = this.#logs.get(name);
    if (cached) return cached;
    const reading = this.#read(name);
    this.#logs.set(name, reading);
    // The disk may give the file the next time.
    reading.catch(() => this.#logs.delete(name));
    return reading;
  }

  /** The schema whose accepted log names a team or grant; undefined if none does. */
  async schemaNaming(user: string, id: string): Promise<string | undefined> {
    const files = await readdir(join(this.#folder, user)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    });
    const schemas = files
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length));
    for (const schema of schemas) {
      const { entries = [] } = (await this.of(user, schema)) ?? {};
      if (entries.some(({ change }) => namedIn(change).includes(id))) return schema;
    }
    return undefined;
  }

  /** Remembers accepted entries that follow those before. On disk before this resolves. @throws {StorageError} */
  async add(user: string, schema: string, fresh: readonly AccessEntry[], notice?: boolean): Promise<void> {
    await this.#change(user, schema, (before) => {
      const entries = [...(before?.entries ?? [])];
      for (const entry of fresh) if (entry.number === entries.length + 1) entries.push(entry);
      const last = entries.at(-1);
      if (!last || (entries.length === before?.entries.length && notice === undefined)) return before;
      return { entries, hash: entryHash(last), notice: notice ?? before?.notice ?? false };
    });
  }

  /** Hides the notice. */
  async dismiss(user: string, schema: string): Promise<void> {
    await this.#change(user, schema, (before) => before && { ...before, notice: false });
  }

  /** Changes are serialized: concurrent ones would overwrite each other. */
  async #change(
    user: string,
    schema: string,
    edit: (before: SeenLog | undefined) => SeenLog | undefined,
  ): Promise<void> {
    const name = `${user}/${schema}`;
    await this.#changes(async () => {
      const before = await this.of(user, schema);
      const after = edit(before);
      if (!after || after === before) return;
      const { entries, notice } = after;
      await this.#file(name).write({ format: formatVersion, entries: [...entries], notice });
      // Only now: what was not written is added again by the next call.
      this.#logs.set(name, Promise.resolve(after));
    });
  }

  async #read(name: string): Promise<SeenLog | undefined> {
    try {
      const stored = await this.#file(name).read();
      const last = stored?.entries.at(-1);
      if (!stored || !last) return undefined;
      return { entries: stored.entries, notice: stored.notice, hash: entryHash(last) };
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      this.#report(
        `A signed list of who may have the keys of a schema was damaged on this machine, and so was its copy: ${error.path}. It was set aside as ${error.aside.join(' and ')}. The service’s list is checked as if it were seen for the first time.`,
      );
      return undefined;
    }
  }

  #file(name: string) {
    return mirroredFile(join(this.#folder, `${name}.json`), Stored, this.#report);
  }
}
