/** The last admitted definition of each schema, in memory and on disk. */
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Field } from '@cloakroom/contract/fields.ts';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import type { ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';
import { OptionalFiles } from '../optionalFiles.ts';

/** Schemas whose definition is cached. */
const maxCached = 64;

const Stored = z.object({
  format: z.literal(1),
  digest: z.string(),
  /** The epoch of its manifest. */
  epoch: z.number(),
  /** The manifest's version at which an owner changed the schema to it. */
  version: z.number().optional(),
  /** Describe differences and tell whether a change admits all former values; the digest decides which definition it is. */
  fields: z.array(z.looseObject({ name: z.string(), type: z.string() })),
});

/** An admitted definition. */
export type KnownDefinition = {
  digest: string;
  epoch: number;
  version?: number | undefined;
  fields: Field[];
};

/** One file for each schema, `definitions/<schema>.json` of the data folder. */
export class KnownDefinitions {
  readonly #files: OptionalFiles<typeof Stored>;
  readonly #cache = new LRUCache<string, Promise<KnownDefinition | null>>({ max: maxCached });

  /**
   * @param dataDir - the proxy's data folder.
   * @param report - called with a sentence about each file that is damaged or can't be read.
   */
  constructor(dataDir: string, report: ReportProblem = () => undefined) {
    this.#files = new OptionalFiles({
      pathOf: (schema) => join(dataDir, 'definitions', `${schema}.json`),
      shape: Stored,
      subject: 'The definition of a schema as this proxy has seen it',
      consequence: 'The definition is compared with the signed list of segments alone.',
      report,
    });
  }

  /** The last admitted definition; null if there is none, or its file can't be read. */
  of(schema: string): Promise<KnownDefinition | null> {
    const cached = this.#cache.get(schema) ?? this.#read(schema);
    this.#cache.set(schema, cached);
    return cached;
  }

  /**
   * Stores a definition; in memory at once, and on disk when this resolves. Never throws: if the file can't be written, a
   * restarted proxy compares only with the manifest's digest.
   */
  async note(schema: string, definition: KnownDefinition): Promise<void> {
    this.#cache.set(schema, Promise.resolve(definition));
    if (!shortIdPattern.test(schema)) return;
    const fields = definition.fields as z.infer<typeof Stored>['fields'];
    await this.#files.write(schema, { format: 1, ...definition, fields });
  }

  async #read(schema: string): Promise<KnownDefinition | null> {
    if (!shortIdPattern.test(schema)) return null;
    const stored = await this.#files.read(schema);
    return stored && { ...stored, fields: stored.fields as unknown as Field[] };
  }
}
