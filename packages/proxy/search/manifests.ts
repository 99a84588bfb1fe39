/** Reads and publishes manifests: signed with the newest query key, and never older than one seen before. */
import type { Reply } from '@cloakroom/contract/endpoint.ts';
import {
  getManifest,
  publishManifest,
  type Manifest,
  type SegmentEntry,
} from '@cloakroom/contract/segments.ts';
import type { ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { SeenLogs } from '../accessLog/seenLogs.ts';
import type { Credentials } from '../credentials.ts';
import { admitDefinition } from '../definitions/admission.ts';
import { KnownDefinitions } from '../definitions/knownDefinitions.ts';
import type { AcceptedLogs } from '../definitions/signers.ts';
import { admitManifest, type EpochKnowledge } from '../epochs/admission.ts';
import { Histories } from '../epochs/histories.ts';
import { KnownOwners } from '../epochs/knownOwners.ts';
import { signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { withAppended } from './appendedSegments.ts';
import type { Upstream } from '../upstream.ts';
import {
  changedManifest,
  EarlierKeys,
  unknownDefinition,
  KeysChanged,
  requireSigned,
  UnchangedManifest,
} from './manifestRefusals.ts';
import {
  definitionIn,
  definitionWith,
  type FieldAddition,
  type ManifestContext,
  type SignDefinition,
} from './manifestContext.ts';
import { KnownManifests } from './knownManifests.ts';
import { ManifestParts, type SentManifest } from './manifestParts.ts';
import { greatestGenerationOf, openSeenManifests, type SeenManifest } from './seenManifests.ts';

/** A pending answer, and the newest manifest seen when it was requested. */
export type PendingManifest = {
  before: SeenManifest | undefined;
  answer: Promise<Reply<typeof getManifest>>;
};

/** Returns the new list of segments; null leaves the manifest unchanged. */
export type ManifestEdit = (segments: readonly SegmentEntry[]) => SegmentEntry[] | null;

/** Manifests of one service, and the newest version of each that this machine has seen. */
export type Manifests = {
  /** Requests a manifest before the keys to verify it are known: {@link Manifests.read} takes the answer. */
  ask(credentials: Credentials, schema: string): PendingManifest;
  /**
   * The present manifest, verified.
   * @param pending - its answer, if it was already requested.
   * @throws {HttpProblem} 422 if the manifest was tampered with, or is older than one seen before ({@link OlderContent}, or
   *   {@link UnknownSigner} if an unknown signer has accepted that) or than the schema's keys. {@link KeysChanged} if it is newer
   *   than the context's keys. {@link ChangedDefinition} if it contains another definition of the schema.
   */
  read(context: ManifestContext, pending?: PendingManifest): Promise<Manifest>;
  /**
   * The newest manifest that was verified with this query key, checked against the context's definition; null if none is cached.
   * The service has to confirm that it is the present one.
   */
  cached(context: ManifestContext): Promise<Manifest | null>;
  /**
   * Publishes an edit of the present manifest. If another manifest is published first, the edit is applied to that one. After
   * a refusal or a lost answer the manifest is read again: if it is the edited one, it was published.
   * @returns whether anything was published.
   * @throws {HttpProblem} the service's refusal; 502 if it reports a conflict and shows no newer manifest; errors of the edit.
   */
  change(context: ManifestContext, edit: ManifestEdit): Promise<boolean>;
  /** A successor of a manifest as it is sent to the service, with the parts that the service lacks. */
  sentForm(present: Manifest, next: Manifest): SentManifest;
  /**
   * The present manifest's successor under the next keys, with the same segments. It is not used until it is
   * {@link Manifests.remember | stored}.
   * @param keys - the next generation, and its query key.
   * @param addition - fields that are added with these keys.
   */
  rekeyed(
    context: ManifestContext,
    keys: Pick<ManifestContext, 'generation' | 'queryKey'>,
    addition?: FieldAddition,
  ): Promise<{ next: Manifest; sent: SentManifest }>;
  /**
   * The present manifest's successor with another definition. Null if the schema never had records, so that no manifest is
   * needed, or if the edit gives no segments. It is not used until it is {@link Manifests.remember | stored}.
   * @param sign - signs the change, from the former digest and the successor's version.
   * @param edit - gives the segments whose index belongs to the new definition.
   */
  redefined(
    context: ManifestContext,
    sign: SignDefinition,
    edit: ManifestEdit,
  ): Promise<{ next: Manifest; sent: SentManifest } | null>;
  /** Stores a manifest that this machine has published. */
  remember(manifest: Manifest, queryKey: Uint8Array): Promise<void>;
  /** The newest generation of a schema's keys that this machine has seen. */
  generation(schema: string): number;
  /** The greatest generation of a schema's keys that this machine has seen, also if a restored backup has lost it. */
  greatestGeneration(schema: string): number;
  /** The newest epoch of a schema that this machine has seen; 0 before the first. */
  epoch(schema: string): number;
  /**
   * Appends segments that are not in the list yet. Segments that others publish at the same time are kept.
   * @throws {HttpProblem} the service's refusal.
   */
  append(context: ManifestContext, entries: SegmentEntry[]): Promise<void>;
};

/**
 * @param dataDir - the folder in which the newest versions are stored.
 * @param options.epochs - the seen content and the known owners.
 * @param options.definitions - the admitted definitions.
 * @param options.logs - the accepted access logs.
 * @param options.report - called with problems of the file of newest versions.
 * @param options.partCacheBytes - limit of cached parts.
 */
export async function openManifests(
  dataDir: string,
  upstream: Upstream,
  {
    epochs = { histories: new Histories(dataDir), owners: new KnownOwners(dataDir) },
    definitions = new KnownDefinitions(dataDir),
    logs = new SeenLogs(dataDir),
    report,
    partCacheBytes,
  }: {
    epochs?: EpochKnowledge;
    definitions?: KnownDefinitions;
    logs?: AcceptedLogs;
    report?: ReportProblem;
    partCacheBytes?: number | undefined;
  } = {},
): Promise<Manifests> {
  const seen = await openSeenManifests(dataDir, report);
  const known = new KnownManifests();
  const parts = new ManifestParts(upstream, partCacheBytes);

  const note = async (manifest: Manifest, queryKey: Uint8Array) => {
    await seen.note(manifest);
    epochs.histories.note(manifest);
    known.add(manifest, queryKey);
  };

  const remember = async (manifest: Manifest, queryKey: Uint8Array) => {
    parts.published(manifest);
    await note(manifest, queryKey);
  };

  const ask = (
    { credentials, schema, signal }: Pick<ManifestContext, 'credentials' | 'schema' | 'signal'>,
    last: Manifest | null,
  ): PendingManifest => {
    // Read before the request: an answer that a newer one overtakes must not look like a rollback.
    const before = seen.of(schema);
    const answer = upstream.call(getManifest, {
      credentials,
      params: { schema },
      query: last && last.mac === before?.mac ? { known: last.mac } : {},
      ...(signal ? { signal } : {}),
    });
    // The caller may never await it.
    answer.catch(() => undefined);
    return { before, answer };
  };

  const admitShown = async (manifest: Manifest, { definition, keyring }: ManifestContext) => {
    const { histories } = epochs;
    if (definition) await admitDefinition({ definitions, histories, logs }, manifest, definition, keyring);
    return manifest;
  };

  const read = async (
    context: ManifestContext,
    pending?: PendingManifest,
    isRepeated = false,
  ): Promise<Manifest> => {
    const { schema, generation, queryKey } = context;
    const last = known.of(schema, queryKey);
    const { before, answer: answering } = pending ?? ask(context, last);
    const answer = await answering;
    if ('unchanged' in answer) {
      if (last?.mac === answer.unchanged) return admitShown(last, context);
      // It was verified with other keys, or evicted from the cache.
      if (pending) return read(context);
      throw changedManifest(schema, 'was said to be unchanged, and is not the one that was asked for');
    }
    if (answer.generation > generation) throw new KeysChanged();
    // The keys may have changed after the request.
    if (answer.generation < generation && pending) return read(context);
    if (answer.generation < generation) throw new EarlierKeys(schema);
    requireSigned(queryKey, answer);
    if (answer.schema !== schema) throw changedManifest(schema, 'is another schema’s');
    const manifest = await parts.complete(context, answer).catch((error: unknown) => {
      if (!(error instanceof HttpProblem) || error.status !== 404) throw error;
      return null;
    });
    // A later manifest may have been published meanwhile, and earlier parts are deleted some time after that.
    if (!manifest && !isRepeated) return read(context, undefined, true);
    if (!manifest) throw changedManifest(schema, 'names a part that the service does not have');
    await admitManifest(epochs, manifest, before, context.keyring);
    await admitShown(manifest, context);
    await note(manifest, queryKey);
    return manifest;
  };

  const publish = async (
    { credentials, schema, queryKey, signal }: ManifestContext,
    present: Manifest,
    next: Manifest,
  ): Promise<void> => {
    const { manifest, newParts } = parts.sentForm(present, next);
    const published = await upstream.call(publishManifest, {
      credentials,
      params: { schema },
      body: { ...manifest, ...(newParts.length > 0 && { new_parts: newParts }) },
      ...(signal ? { signal } : {}),
    });
    if (published.mac !== next.mac) throw changedManifest(schema, 'is not the one that was published');
    await remember(next, queryKey);
  };

  const change = async (context: ManifestContext, edit: ManifestEdit) => {
    const { schema, generation, queryKey } = context;
    for (let present = await read(context); ;) {
      const { version, segments, epoch, definition } = present;
      // The definition that an earlier version sealed an upload for is unknown.
      if (!context.definition && definition?.change) throw unknownDefinition();
      const edited = edit(segments);
      if (!edited) return false;
      if (version === 0) await context.beforeFirst?.();
      const next = signManifest(queryKey, {
        schema,
        generation,
        version: version + 1,
        segments: edited,
        ...(epoch && { epoch }),
        ...definitionIn(present, context),
      });
      try {
        await publish(context, present, next);
        return true;
      } catch (refusal) {
        const isConflict = refusal instanceof HttpProblem && refusal.status === 409;
        // The answer may be lost or false. The signed manifest shows whether the edit was published.
        const now = await read(context).catch((error: unknown) => {
          throw isConflict ? error : refusal;
        });
        if (now.mac === next.mac) return true;
        if (!isConflict) throw refusal;
        if (now.mac === present.mac) throw new UnchangedManifest(schema);
        present = now;
      }
    }
  };

  return {
    async cached(context) {
      const { schema, generation, queryKey } = context;
      const last = known.of(schema, queryKey);
      if (!last || last.mac !== seen.of(schema)?.mac || last.generation !== generation) return null;
      return admitShown(last, context);
    },
    ask: (credentials, schema) => ask({ credentials, schema }, known.of(schema)),
    read: (context, pending) => read(context, pending),
    change,
    sentForm: (present, next) => parts.sentForm(present, next),
    remember,
    generation: (schema) => seen.of(schema)?.generation ?? 1,
    greatestGeneration: (schema) => greatestGenerationOf(seen.of(schema)),
    epoch: (schema) => seen.of(schema)?.epoch?.number ?? 0,
    async rekeyed(context, { generation, queryKey }, addition) {
      const present = await read(context);
      const version = present.version + 1;
      const stated = definitionIn(present, context);
      const definition = addition ? await definitionWith(stated, addition, { generation, version }) : stated;
      const next = signManifest(queryKey, { ...present, ...definition, generation, version });
      return { next, sent: parts.sentForm(present, next) };
    },
    async redefined(context, sign, edit) {
      const present = await read(context);
      const { version, segments: before, definition: stated, ...same } = present;
      const former = stated?.digest ?? context.definition?.digest;
      const segments = edit(before);
      if (version === 0 || !segments || former === undefined) return null;
      // The fields of each generation's records stay the same.
      const added = stated?.added && { added: stated.added };
      const definition = { ...(await sign(former, version + 1)), ...added };
      const next = signManifest(context.queryKey, { ...same, segments, definition, version: version + 1 });
      return { next, sent: parts.sentForm(present, next) };
    },
    async append(context, entries) {
      await change(context, (segments) => withAppended(segments, entries));
    },
  };
}
