/** The owners of schemas that this machine knows: from shared keys, not from the service's lists. */
import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';
import { OptionalFiles } from '../optionalFiles.ts';

const formatVersion = 1;
const Stored = z.object({
  format: z.literal(formatVersion),
  /** User ids by schema id. */
  owners: z.record(z.string(), z.array(z.string())),
});
type Owners = z.infer<typeof Stored>['owners'];

/** One list for each user of the machine, in `owners/<user>.json` of the data folder. */
export class KnownOwners {
  readonly #files: OptionalFiles<typeof Stored>;
  readonly #lists = new Map<string, Promise<Owners>>();
  readonly #writes = pLimit(1);

  /**
   * @param dataDir - the proxy's data folder.
   * @param report - called with a sentence about each file that is damaged or can't be read.
   */
  constructor(dataDir: string, report: ReportProblem = () => undefined) {
    this.#files = new OptionalFiles({
      pathOf: (user) => join(dataDir, 'owners', `${user}.json`),
      shape: Stored,
      subject: 'The list of known owners',
      consequence: 'The words of owners are compared once more where they accept older content.',
      report,
    });
  }

  /** Whether a person was an owner of the schema when keys of it were shared with the user, or by the user. */
  async has(user: string, schema: string, person: string): Promise<boolean> {
    const owners = await this.#of(user);
    return Object.hasOwn(owners, schema) && owners[schema]!.includes(person);
  }

  /** Whether any owner of the schema is known to the user. */
  async knowsAny(user: string, schema: string): Promise<boolean> {
    const owners = await this.#of(user);
    return Object.hasOwn(owners, schema) && owners[schema]!.length > 0;
  }

  /**
   * Stores an owner; in memory at once. Never throws: if the file can't be written, the fingerprint has to be compared again
   * after a restart.
   */
  async note(user: string, schema: string, person: string): Promise<void> {
    if (await this.has(user, schema, person)) return;
    const owners = await this.#of(user);
    owners[schema] = [...(owners[schema] ?? []), person];
    const stored = { format: formatVersion, owners: { ...owners } } as const;
    await this.#writes(() => this.#files.write(user, stored));
  }

  #of(user: string): Promise<Owners> {
    const cached = this.#lists.get(user) ?? this.#read(user);
    this.#lists.set(user, cached);
    return cached;
  }

  /** A file that can't be read counts as empty: then fingerprints have to be compared again. */
  async #read(user: string): Promise<Owners> {
    return (await this.#files.read(user))?.owners ?? {};
  }
}
