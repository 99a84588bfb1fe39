/** Stores the content seen of each schema, in memory and on disk. */
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import type { ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';
import { OptionalFiles } from '../optionalFiles.ts';
import { SeenContent, withSeen } from './history.ts';

/** Schemas whose history is cached. */
const maxCached = 32;

/** One file for each schema, `seen/<schema>.json` of the data folder. It only explains refusals. */
export class Histories {
  readonly #files: OptionalFiles<typeof SeenContent>;
  readonly #cache = new LRUCache<string, Promise<SeenContent | null>>({ max: maxCached });
  /** The last manifest that was recorded of each schema. */
  readonly #last = new LRUCache<string, Manifest>({ max: maxCached });
  /** The newest content of schemas that is not on disk yet. */
  readonly #unwritten = new Map<string, SeenContent>();
  readonly #writes = pLimit(1);

  /**
   * @param dataDir - the proxy's data folder.
   * @param report - called with a sentence about each file that is damaged or can't be read.
   */
  constructor(dataDir: string, report: ReportProblem = () => undefined) {
    this.#files = new OptionalFiles({
      pathOf: (schema) => join(dataDir, 'seen', `${schema}.json`),
      shape: SeenContent,
      subject: 'What this proxy has seen of a schema',
      consequence: 'Nothing that is stored is lost; a refusal of older content can’t name what is missing.',
      report,
    });
  }

  /** The content seen of a schema; null if there is none, or its file can't be read. */
  of(schema: string): Promise<SeenContent | null> {
    const cached = this.#cache.get(schema) ?? this.#read(schema);
    this.#cache.set(schema, cached);
    return cached;
  }

  /** Records a manifest. The file is written in the background. Never throws. */
  note(manifest: Manifest): void {
    const { schema } = manifest;
    if (!shortIdPattern.test(schema)) return;
    const next = this.of(schema).then((before) => {
      const after = withSeen(before, manifest, new Date().toISOString(), this.#last.get(schema));
      if (after === before) return after;
      this.#last.set(schema, manifest);
      this.#write(schema, after);
      return after;
    });
    this.#cache.set(schema, next);
  }

  /** Resolves when everything recorded so far is on disk, or writing has failed. */
  async written(): Promise<void> {
    await Promise.all(this.#cache.values());
    await this.#writes(() => undefined);
  }

  /** Versions that are recorded during a write are coalesced into one further write. */
  #write(schema: string, content: SeenContent): void {
    const isQueued = this.#unwritten.has(schema);
    this.#unwritten.set(schema, content);
    if (isQueued) return;
    void this.#writes(async () => {
      const newest = this.#unwritten.get(schema)!;
      this.#unwritten.delete(schema);
      await this.#files.write(schema, newest);
    });
  }

  async #read(schema: string): Promise<SeenContent | null> {
    const unwritten = this.#unwritten.get(schema);
    if (unwritten) return unwritten;
    return this.#files.read(schema);
  }
}
