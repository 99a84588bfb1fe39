/** A schema's manifest, checked: signed with the newest query key, and never older than one that was seen before. */
import type { Reply } from '@cloakroom/contract/endpoint.ts';
import type { SignedDefinition } from '@cloakroom/contract/definitions.ts';
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
import { admitDefinition, shownDefinition, type ShownDefinition } from '../definitions/admission.ts';
import { KnownDefinitions } from '../definitions/knownDefinitions.ts';
import type { AcceptedLogs } from '../definitions/signers.ts';
import { admitManifest, type EpochKnowledge, type TrustKeyring } from '../epochs/admission.ts';
import { Histories } from '../epochs/histories.ts';
import { KnownOwners } from '../epochs/knownOwners.ts';
import { checkManifest, ManifestRefused, signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { ordinalOf } from '@cloakroom/sealed-index/recordRanges.ts';
import { queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import { changedManifest, EarlierKeys, KeysChanged, UnchangedManifest } from './manifestRefusals.ts';
import { KnownManifests } from './knownManifests.ts';
import { openSeenManifests, type SeenManifest } from './seenManifests.ts';

/** What reading a manifest takes: the credentials, the schema and the keys to check it with. */
export type ManifestContext = {
  credentials: Credentials;
  schema: string;
  /** The schema's newest keys, and the query key among them. */
  generation: number;
  queryKey: Uint8Array;
  /** By which the signer of an epoch is known; without it, no new epoch is admitted. */
  keyring?: TrustKeyring;
  /** The schema's definition that is worked with; undefined for uploads that an earlier version has sealed. */
  definition: ShownDefinition | undefined;
  signal?: AbortSignal;
};

/** A context about a schema with the keys that its keyring has. @throws {HttpProblem} 422 when the newest is missing. */
export const manifestContextOf = (
  credentials: Credentials,
  { schema, keyring, fields }: OwnSchema,
): ManifestContext => ({
  credentials,
  schema: schema.id,
  generation: schema.generation,
  queryKey: queryKeyOf(keyring, schema),
  keyring,
  definition: shownDefinition(schema, fields),
});

/** An answer that is under way, and what was known when it was asked for. */
export type PendingManifest = {
  before: SeenManifest | undefined;
  answer: Promise<Reply<typeof getManifest>>;
};

/** Returns the segments to list instead; null leaves the manifest as it is. */
export type ManifestEdit = (segments: readonly SegmentEntry[]) => SegmentEntry[] | null;

/** Signs a definition that takes the place of a former one from a version of the manifest on. */
export type SignDefinition = (former: string, version: number) => Promise<SignedDefinition>;

/** Manifests of one service, and the newest version of each that this machine ever saw. */
export type Manifests = {
  /** Ask for a manifest before it is known with which keys to check it: {@link Manifests.read} takes the answer. */
  ask(credentials: Credentials, schema: string): PendingManifest;
  /**
   * The present manifest, checked.
   * @param asked - its answer, where that was asked for already.
   * @throws {HttpProblem} 422 when the manifest was changed, or is older than one seen before ({@link OlderContent}, and
   * {@link UnknownSigner} where an unknown signer has accepted that) or than the schema's keys: an alarm.
   * {@link KeysChanged} when it is newer than the keys that are asked with. {@link ChangedDefinition} when it vouches for
   * another definition of the schema.
   */
  read(context: ManifestContext, asked?: PendingManifest): Promise<Manifest>;
  /**
   * Publish an edit of the present manifest. When another manifest is published first, the edit is applied to that one. After a refusal or a
   * lost answer the signed manifest is read again: if it is the edited one, it was published.
   * @returns whether anything was published.
   * @throws {HttpProblem} the service's refusal; 502 when it refuses the edit as overtaken and shows no newer manifest; whatever the edit
   * throws.
   */
  change(context: ManifestContext, edit: ManifestEdit): Promise<boolean>;
  /**
   * The present manifest's successor under the keys that follow, with the same segments. It is not used until it is
   * {@link Manifests.remember | remembered}.
   */
  rekeyed(context: ManifestContext, queryKey: Uint8Array): Promise<Manifest>;
  /**
   * The present manifest's successor that vouches for another definition, for a schema without records; null where no
   * manifest is needed, because the schema never had any, or has some and is refused by the service.
   * @param sign - signs the change, given the former digest and the successor's version.
   */
  redefined(context: ManifestContext, sign: SignDefinition): Promise<Manifest | null>;
  /** Note a manifest that this machine made and the service has taken. */
  remember(manifest: Manifest, queryKey: Uint8Array): Promise<void>;
  /** The newest generation of a schema's keys that this machine ever saw in use. */
  generation(schema: string): number;
  /** The newest epoch of a schema that this machine has seen; 0 before the first. */
  epoch(schema: string): number;
  /**
   * Append segments, unless they are there already. Segments that others publish at the same time are kept.
   * @throws {HttpProblem} the service's refusal.
   */
  append(context: ManifestContext, entries: SegmentEntry[]): Promise<void>;
};

/**
 * @param dataDir - where the newest versions are remembered.
 * @param options.epochs - what was seen, and who is known as an owner.
 * @param options.definitions - the definitions that were seen.
 * @param options.logs - the access logs that were accepted.
 * @param options.report - takes what is wrong with the file that the newest versions are kept in.
 */
export async function openManifests(
  dataDir: string,
  upstream: Upstream,
  {
    epochs = { histories: new Histories(dataDir), owners: new KnownOwners(dataDir) },
    definitions = new KnownDefinitions(dataDir),
    logs = new SeenLogs(dataDir),
    report,
  }: {
    epochs?: EpochKnowledge;
    definitions?: KnownDefinitions;
    logs?: AcceptedLogs;
    report?: ReportProblem;
  } = {},
): Promise<Manifests> {
  const seen = await openSeenManifests(dataDir, report);
  const known = new KnownManifests();

  const remember = async (manifest: Manifest, queryKey: Uint8Array) => {
    await seen.note(manifest);
    epochs.histories.note(manifest);
    known.add(manifest, queryKey);
  };

  const ask = (
    { credentials, schema, signal }: Pick<ManifestContext, 'credentials' | 'schema' | 'signal'>,
    last: Manifest | null,
  ): PendingManifest => {
    // Read before asking: an answer that a newer one overtakes is no alarm.
    const before = seen.of(schema);
    const answer = upstream.call(getManifest, {
      credentials,
      params: { schema },
      query: last && last.mac === before?.mac ? { known: last.mac } : {},
      ...(signal ? { signal } : {}),
    });
    // The caller may not wait for it.
    answer.catch(() => undefined);
    return { before, answer };
  };

  const admitShown = async (manifest: Manifest, { definition, keyring }: ManifestContext) => {
    const { histories } = epochs;
    if (definition) await admitDefinition({ definitions, histories, logs }, manifest, definition, keyring);
  };

  const read = async (context: ManifestContext, asked?: PendingManifest): Promise<Manifest> => {
    const { schema, generation, queryKey } = context;
    const last = known.of(schema, queryKey);
    const { before, answer: answering } = asked ?? ask(context, last);
    const answer = await answering;
    if ('unchanged' in answer) {
      if (last?.mac === answer.unchanged) {
        await admitShown(last, context);
        return last;
      }
      // It was checked with other keys than these, or forgotten since.
      if (asked) return read(context);
      throw changedManifest(schema, 'was said to be unchanged, and is not the one that was asked for');
    }
    if (answer.generation > generation) throw new KeysChanged();
    // New keys may have come after it was asked for.
    if (answer.generation < generation && asked) return read(context);
    if (answer.generation < generation) throw new EarlierKeys(schema);
    const manifest = signed(queryKey, answer);
    if (manifest.schema !== schema) throw changedManifest(schema, 'is another schema’s');
    await admitManifest(epochs, manifest, before, context.keyring);
    await admitShown(manifest, context);
    await remember(manifest, queryKey);
    return manifest;
  };

  const publish = async (
    { credentials, schema, queryKey, signal }: ManifestContext,
    next: Manifest,
  ): Promise<void> => {
    const published = await upstream.call(publishManifest, {
      credentials,
      params: { schema },
      body: next,
      ...(signal ? { signal } : {}),
    });
    if (published.mac !== next.mac) throw changedManifest(schema, 'is not the one that was published');
    await remember(next, queryKey);
  };

  const change = async (context: ManifestContext, edit: ManifestEdit) => {
    const { schema, generation, queryKey } = context;
    for (let present = await read(context); ;) {
      const { version, segments, epoch } = present;
      const edited = edit(segments);
      if (!edited) return false;
      const next = signManifest(queryKey, {
        ...{ schema, generation, version: version + 1, segments: edited },
        ...(epoch && { epoch }),
        ...definitionIn(present, context),
      });
      try {
        await publish(context, next);
        return true;
      } catch (refusal) {
        const overtaken = refusal instanceof HttpProblem && refusal.status === 409;
        // The answer may have been lost or untrue. What is signed says whether the edit stands.
        const now = await read(context).catch((error: unknown) => {
          throw overtaken ? error : refusal;
        });
        if (now.mac === next.mac) return true;
        if (!overtaken) throw refusal;
        if (now.mac === present.mac) throw new UnchangedManifest(schema);
        present = now;
      }
    }
  };

  return {
    ask: (credentials, schema) => ask({ credentials, schema }, known.of(schema)),
    read,
    change,
    remember,
    generation: (schema) => seen.of(schema)?.generation ?? 1,
    epoch: (schema) => seen.of(schema)?.epoch?.number ?? 0,
    async rekeyed(context, queryKey) {
      const present = await read(context);
      const { generation, version, ...same } = present;
      return signManifest(queryKey, {
        ...same,
        ...definitionIn(present, context),
        ...{ generation: generation + 1, version: version + 1 },
      });
    },
    async redefined(context, sign) {
      const { version, segments, definition: stated, ...same } = await read(context);
      const former = stated?.digest ?? context.definition?.digest;
      if (version === 0 || segments.length > 0 || former === undefined) return null;
      const definition = await sign(former, version + 1);
      return signManifest(context.queryKey, { ...same, segments, definition, version: version + 1 });
    },
    async append(context, entries) {
      await change(context, (segments) => {
        const missing = entries.filter(
          (entry) => !segments.some((segment) => containsSegment(segment, entry)),
        );
        return missing.length > 0 ? [...segments, ...missing] : null;
      });
    },
  };
}

/** The definition that the successor of a manifest vouches for: the same, or the one that was worked with. */
export const definitionIn = (
  { definition }: Manifest,
  context: Pick<ManifestContext, 'definition'>,
): Pick<Manifest, 'definition'> =>
  definition
    ? { definition }
    : context.definition
      ? { definition: { digest: context.definition.digest } }
      : {};

/** Whether a segment is this one, or merging has put this one's records into it. */
function containsSegment(segment: SegmentEntry, { id, ranges: [range] }: SegmentEntry): boolean {
  if (segment.id === id) return true;
  return range !== undefined && ordinalOf(segment.ranges, { ...range, number: range.first }) !== null;
}

function signed(queryKey: Uint8Array, manifest: Manifest): Manifest {
  try {
    return checkManifest(queryKey, manifest);
  } catch (error) {
    if (error instanceof ManifestRefused) throw new HttpProblem(422, error.message, { cause: error });
    throw error;
  }
}
