/** The newest version of each manifest that this machine has read, kept on its disk. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Manifest } from '#contract/segments.ts';
import { isDiskFull } from '#host/diskFull.ts';
import { diskFull } from '../diskFull.ts';
import { isLater } from '../epochs/order.ts';
import { readIfThere, replaceFile } from '../files.ts';

const SeenManifest = z.object({
  version: z.number(),
  mac: z.string(),
  generation: z.number().default(1),
  epoch: z.object({ number: z.number(), mac: z.string() }).optional(),
});
/** What is kept of one manifest. */
export type SeenManifest = z.output<typeof SeenManifest>;

const Seen = z.record(z.string(), SeenManifest);

export type SeenManifests = {
  /** The newest version of a schema's manifest: of the last epoch, its last version. */
  of(schema: string): SeenManifest | undefined;
  /**
   * Keep a version, unless a newer one is kept; on disk before this resolves.
   * @throws {HttpProblem} 507 when the disk has no room.
   */
  note(manifest: Manifest): Promise<void>;
};

/** @param dataDir - the proxy's data folder. */
export async function openSeenManifests(dataDir: string): Promise<SeenManifests> {
  const file = join(dataDir, 'manifests.json');
  const seen = new Map(Object.entries(Seen.parse(JSON.parse((await readIfThere(file)) ?? '{}'))));
  let writing = Promise.resolve();

  return {
    of: (schema) => seen.get(schema),
    async note({ schema, version, mac, generation, epoch }) {
      const entry = seenOf({ version, mac, generation, epoch });
      const noted = () => !isLater(entry, seen.get(schema) ?? { version: 0 });
      const write = async () => {
        if (noted()) return;
        await replaceFile(file, JSON.stringify({ ...Object.fromEntries(seen), [schema]: entry }));
        seen.set(schema, entry);
      };
      if (noted()) return;
      // Whatever became of the one before.
      writing = writing.then(write, write);
      await writing.catch((error: unknown) => {
        throw isDiskFull(error) ? diskFull(unnoted, error) : error;
      });
    },
  };
}

const seenOf = ({
  version,
  mac,
  generation,
  epoch,
}: Pick<Manifest, 'version' | 'mac' | 'generation' | 'epoch'>): SeenManifest => ({
  version,
  mac,
  generation,
  ...(epoch && { epoch: { number: epoch.number, mac: epoch.mac } }),
});

const unnoted =
  'It can’t be noted which version of the index was seen, and without that records could be taken away unnoticed. Make room in its data folder, then try again.';
