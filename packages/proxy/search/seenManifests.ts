/** The newest version of each manifest that this machine has read, in memory and on disk. */
import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import {
  DamagedFile,
  mirroredFile,
  UnknownFormat,
  type ReportProblem,
} from '@cloakroom/server-kit/mirroredFile.ts';
import { StorageError } from '@cloakroom/server-kit/storageError.ts';
import { isLater } from '../epochs/order.ts';

const SeenManifest = z.object({
  version: z.number(),
  mac: z.string(),
  generation: z.number().default(1),
  epoch: z.object({ number: z.number(), mac: z.string() }).optional(),
  /** Present if it is greater than `generation`, as after a restored backup. */
  greatestGeneration: z.number().optional(),
});
/** What is stored of one manifest. */
export type SeenManifest = z.output<typeof SeenManifest>;

const Seen = z.record(z.string(), SeenManifest);

export type SeenManifests = {
  /** The newest version of a schema's manifest: of the last epoch, its last version. */
  of(schema: string): SeenManifest | undefined;
  /**
   * Stores a version, unless a newer one is stored; in memory at once, and on disk when this resolves. If writing fails, this
   * still resolves, and each later call tries again.
   */
  note(manifest: Manifest): Promise<void>;
};

/**
 * @param dataDir - the proxy's data folder.
 * @param report - called with damage and write errors, and their consequences.
 */
export async function openSeenManifests(
  dataDir: string,
  report: ReportProblem = () => undefined,
): Promise<SeenManifests> {
  const file = mirroredFile(join(dataDir, 'manifests.json'), Seen, report);
  let isReadable = true;
  const seen = await file
    .read()
    .catch((error: unknown) => {
      if (error instanceof DamagedFile)
        report(
          `The list of index versions that this proxy has seen was damaged, and so was its copy: ${error.path}. It was set aside as ${error.aside.join(' and ')}. ${consequence}`,
        );
      else if (error instanceof StorageError || error instanceof UnknownFormat) {
        // Not written either: the unreadable content must not be overwritten.
        isReadable = false;
        report(`${error.message} Then start the proxy again. Until then: ${consequence}`);
      } else throw error;
      return null;
    })
    .then((stored) => new Map(Object.entries(stored ?? {})));
  const writes = pLimit(1);
  let isUnwritten = false;
  let isReported = false;

  const flush = async () => {
    if (!isUnwritten || !isReadable) return;
    isUnwritten = false;
    try {
      await file.write(Object.fromEntries(seen));
      isReported = false;
    } catch (error) {
      isUnwritten = true;
      if (!(error instanceof StorageError)) throw error;
      if (isReported) return;
      isReported = true;
      report(
        `The versions of the index that this proxy has seen can’t be stored. ${error.message} Searches continue. If the proxy is restarted before that: ${consequence}`,
      );
    }
  };
  const write = () => writes(flush);

  return {
    of(schema) {
      if (isUnwritten) write().catch(() => undefined);
      return seen.get(schema);
    },
    async note({ schema, version, mac, generation, epoch }) {
      const entry = seenOf({ version, mac, generation, epoch });
      const before = seen.get(schema);
      if (isLater(entry, before ?? { version: 0 })) {
        const greatest = greatestGenerationOf(before);
        seen.set(schema, { ...entry, ...(greatest > generation && { greatestGeneration: greatest }) });
        isUnwritten = true;
      }
      await write();
    },
  };
}

/** The greatest generation of keys that was seen; 1 before any. */
export const greatestGenerationOf = (seen: SeenManifest | undefined): number =>
  seen?.greatestGeneration ?? seen?.generation ?? 1;

const consequence =
  'At its first reading of each schema, this proxy can’t notice a service that shows an older state than it did before.';

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
