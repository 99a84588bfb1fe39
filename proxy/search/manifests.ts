/** A schema's manifest, checked: signed with the query key, and never older than one that was seen before. */
import { join } from 'node:path';
import { z } from 'zod';
import { getManifest, publishManifest, type Manifest, type SegmentEntry } from '#contract/segments.ts';
import { HttpProblem } from '#host/problem.ts';
import type { Credentials } from '../credentials.ts';
import { checkManifest, ManifestRefused, signManifest } from '../index/manifest.ts';
import { readIfThere, replaceFile } from '../files.ts';
import type { Upstream } from '../upstream.ts';

const Seen = z.record(z.string(), z.object({ version: z.number(), mac: z.string() }));

/** Whose query key for which schema, and as whom to ask. */
export type ManifestQuestion = {
  credentials: Credentials;
  schema: string;
  queryKey: Uint8Array;
  signal?: AbortSignal;
};

/** Manifests of one service, and the newest version of each that this machine ever saw. */
export type Manifests = {
  /** @throws {HttpProblem} 422 when the manifest was changed, or is older than one seen before: an alarm. */
  read(question: ManifestQuestion): Promise<Manifest>;
  /**
   * Append segments, unless they are there already; whoever publishes at the same time, both are kept.
   * @throws {HttpProblem} the service's refusal.
   */
  append(question: ManifestQuestion, entries: SegmentEntry[]): Promise<void>;
};

/** @param dataDir - where the newest versions are remembered. */
export async function openManifests(dataDir: string, upstream: Upstream): Promise<Manifests> {
  const file = join(dataDir, 'manifests.json');
  const seen = new Map(Object.entries(Seen.parse(JSON.parse((await readIfThere(file)) ?? '{}'))));
  let writing = Promise.resolve();

  const remember = async ({ schema, version, mac }: Manifest) => {
    if ((seen.get(schema)?.version ?? 0) >= version) return;
    seen.set(schema, { version, mac });
    writing = writing.then(() => replaceFile(file, JSON.stringify(Object.fromEntries(seen))));
    await writing;
  };

  const read = async ({ credentials, schema, queryKey, signal }: ManifestQuestion) => {
    // What was newest before asking: an answer that was overtaken on its way is no alarm.
    const before = seen.get(schema);
    const options = { credentials, params: { schema }, ...(signal ? { signal } : {}) };
    const manifest = signed(queryKey, await upstream.call(getManifest, options));
    if (manifest.schema !== schema) throw changed(schema, 'is another schema’s');
    if (before && manifest.version < before.version)
      throw changed(schema, `went back from version ${before.version} to ${manifest.version}`);
    if (before?.version === manifest.version && manifest.mac !== before.mac)
      throw changed(schema, `has two different versions ${manifest.version}`);
    await remember(manifest);
    return manifest;
  };

  return {
    read,
    async append(question, entries) {
      for (;;) {
        const { schema, version, segments } = await read(question);
        const missing = entries.filter(({ id }) => !segments.some((segment) => segment.id === id));
        if (missing.length === 0) return;
        const next = { schema, version: version + 1, segments: [...segments, ...missing] };
        const { credentials, signal, queryKey } = question;
        try {
          const published = await upstream.call(publishManifest, {
            credentials,
            params: { schema },
            body: signManifest(queryKey, next),
            ...(signal ? { signal } : {}),
          });
          await remember(published);
          return;
        } catch (error) {
          const overtaken = error instanceof HttpProblem && error.status === 409;
          if (!overtaken) throw error;
        }
      }
    },
  };
}

function signed(queryKey: Uint8Array, manifest: Manifest): Manifest {
  try {
    return checkManifest(queryKey, manifest);
  } catch (error) {
    if (error instanceof ManifestRefused) throw new HttpProblem(422, error.message, { cause: error });
    throw error;
  }
}

const changed = (schema: string, what: string) =>
  new HttpProblem(
    422,
    `The list of index segments of schema ${schema} ${what}, so it is not used: records may have been taken away. Tell whoever runs the service.`,
  );
