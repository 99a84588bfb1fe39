/** Keeps what was seen of each schema in memory, and on disk for the next run. */
import { join } from 'node:path';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { DamagedFile, mirroredFile, type Report } from '@cloakroom/server-kit/mirroredFile.ts';
import { SeenContent, withSeen } from './history.ts';

/** Schemas that are held in memory. */
const maxHeld = 32;

/** One file for each schema, `seen/<schema>.json` of the data folder. It explains a refusal and decides nothing. */
export class Histories {
  readonly #folder: string;
  readonly #report: Report;
  readonly #held = new Map<string, Promise<SeenContent | null>>();
  /** Schemas whose newest content is not on disk yet. */
  readonly #unwritten = new Set<string>();
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param dataDir - the proxy's data folder.
   * @param report - takes what was found damaged, and what became of it.
   */
  constructor(dataDir: string, report: Report = () => undefined) {
    this.#folder = join(dataDir, 'seen');
    this.#report = report;
  }

  /** What was seen of a schema; null before anything was, or where its file can't be read. */
  of(schema: string): Promise<SeenContent | null> {
    const held = this.#held.get(schema) ?? this.#read(schema);
    this.#hold(schema, held);
    return held;
  }

  /** Remembers a manifest. The file follows in the background; this never throws. */
  note(manifest: Manifest): void {
    const { schema } = manifest;
    if (!shortIdPattern.test(schema)) return;
    const next = this.of(schema).then((before) => {
      const after = withSeen(before, manifest, new Date().toISOString());
      if (after !== before) this.#write(schema);
      return after;
    });
    this.#hold(schema, next);
  }

  /** Resolves when everything noted so far is on disk, or was refused by it. */
  async written(): Promise<void> {
    await Promise.all(this.#held.values());
    await this.#writing;
  }

  #hold(schema: string, content: Promise<SeenContent | null>): void {
    this.#held.delete(schema);
    this.#held.set(schema, content);
    const [oldest] = this.#held.keys();
    if (this.#held.size > maxHeld && oldest !== undefined && !this.#unwritten.has(oldest))
      this.#held.delete(oldest);
  }

  /** Versions that come while one is written are written once, together. */
  #write(schema: string): void {
    if (this.#unwritten.has(schema)) return;
    this.#unwritten.add(schema);
    this.#writing = this.#writing.then(async () => {
      const content = await this.#held.get(schema);
      this.#unwritten.delete(schema);
      if (content)
        await this.#file(schema)
          .write(content)
          .catch(() => undefined);
    });
  }

  async #read(schema: string): Promise<SeenContent | null> {
    try {
      return await this.#file(schema).read();
    } catch (error) {
      if (error instanceof DamagedFile)
        this.#report(
          `What this proxy has seen of a schema was damaged, and so was its copy: ${error.path}. It was set aside as ${error.aside.join(' and ')}. Nothing that is stored is lost; a refusal of older content can’t name what is missing.`,
        );
      return null;
    }
  }

  #file(schema: string) {
    return mirroredFile(join(this.#folder, `${schema}.json`), SeenContent, this.#report);
  }
}
