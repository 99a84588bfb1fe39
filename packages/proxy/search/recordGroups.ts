/** Reads sealed groups of records from the service, and caches them. */
import { LRUCache } from 'lru-cache';
import {
  maxGroupsPerCall,
  readGroups,
  UploadOrigins,
  type ExpectedState,
  type Manifest,
  type UploadOrigin,
} from '@cloakroom/contract/segments.ts';
import { withheldFields } from '@cloakroom/contract/schemas.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { decodeGroupsAnswer } from '@cloakroom/wire/groupsAnswer.ts';
import { decodeGroup, type SealedGroup } from '@cloakroom/wire/recordGroup.ts';
import type { Credentials } from '../credentials.ts';
import { epochOf } from '../epochs/order.ts';
import type { OwnSchema } from '../schemas.ts';
import { sealedFieldsByUpload } from '../sealedFields.ts';
import { bytesPerMegabyte, defaultGroupMegabytes } from '../memoryBudget.ts';
import type { Upstream } from '../upstream.ts';

/** The upload of a group in hex, and the number of the group in it. */
export type GroupKey = readonly [upload: string, number: number];

/** The schema whose groups are read. */
export type GroupSource = { credentials: Credentials; schema: string };

/**
 * The same with the epoch of the manifest: after a backup is restored, records exist again that cached groups lack. `withheld`
 * names the fields of which the service sends zeros to the person: people with other rights don't share cached groups.
 */
export type CachedGroupSource = GroupSource & {
  epoch: number;
  withheld: string;
  /** The number of fields that a group has. */
  fieldCountOf: (key: GroupKey) => number;
};

/** Where the groups of a schema are for a person, as of a manifest. */
export const groupSourceOf = (
  credentials: Credentials,
  { schema, fields }: Pick<OwnSchema, 'schema' | 'fields'>,
  manifest: Manifest,
): CachedGroupSource => ({
  credentials,
  schema: schema.id,
  fieldCountOf: fieldCountsIn(manifest, fields),
  epoch: epochOf(manifest),
  withheld: JSON.stringify(
    withheldFields(
      schema.permissions,
      fields.map(({ name }) => name),
    ),
  ),
});

function fieldCountsIn(manifest: Manifest, fields: OwnSchema['fields']): CachedGroupSource['fieldCountOf'] {
  const fieldsOf = sealedFieldsByUpload(manifest, fields);
  return ([upload]) => fieldsOf(upload).length;
}

/** A group, who stored its upload, and when. The latter two are the service's unverified statements. */
export type StoredGroup = SealedGroup & UploadOrigin;

type GroupBytes = UploadOrigin & { bytes: Uint8Array };

/** Limits the sealed groups of all schemas. */
const defaultCacheBytes = defaultGroupMegabytes * bytesPerMegabyte;
/** A group of long values would evict all others. */
const maxCachedGroupBytes = 1024 * 1024;

export class RecordGroups {
  readonly #upstream: Upstream;
  readonly #cache: LRUCache<string, StoredGroup>;

  /** @param cacheBytes - limit of cached groups of all schemas together. */
  constructor(upstream: Upstream, cacheBytes = defaultCacheBytes) {
    this.#upstream = upstream;
    this.#cache = new LRUCache({ maxSize: cacheBytes, maxEntrySize: maxCachedGroupBytes });
  }

  /**
   * Groups in the order of the keys, one by one; null for those that are missing or damaged. A cached group may still have values
   * of records that were deleted meanwhile.
   * @param expected - confirmed by the service before the first group is returned.
   * @throws {HttpProblem} the service's refusal: 412 if the state differs; 422 if the answer is not groups.
   */
  async *read(
    source: CachedGroupSource,
    keys: readonly GroupKey[],
    expected: ExpectedState,
  ): AsyncGenerator<StoredGroup | null> {
    const cached = keys.map((key) => this.#cache.get(nameOf(source, key)));
    const missing = keys.filter((_, at) => !cached[at]);
    if (missing.length === 0) await this.confirm(source, expected);
    const wanted = groupBytes(this.#upstream, source, missing, expected);
    // The first group may be a cached one.
    let first = missing.length > 0 ? await wanted.next() : null;
    for (const [at, key] of keys.entries()) {
      if (cached[at]) {
        yield cached[at];
        continue;
      }
      const next = first ?? (await wanted.next());
      first = null;
      yield next.done || !next.value ? null : this.#stored(source, key, next.value);
    }
  }

  #stored(
    source: CachedGroupSource,
    key: GroupKey,
    { bytes, owner, created }: GroupBytes,
  ): StoredGroup | null {
    const group = decodedGroup(bytes, source.fieldCountOf(key));
    if (!group) return null;
    const stored = { ...group, owner, created };
    this.#cache.set(nameOf(source, key), stored, { size: bytes.length });
    return stored;
  }

  /** Asks the service whether a state is unchanged. @throws {HttpProblem} the service's refusal: 412 if it has changed. */
  async confirm(source: GroupSource, expected: ExpectedState): Promise<void> {
    await readAnswer(this.#upstream, source, [], expected);
  }

  /** Forgets a group that was resealed. */
  forget(source: CachedGroupSource, key: GroupKey): void {
    this.#cache.delete(nameOf(source, key));
  }
}

const nameOf = ({ schema, epoch, withheld }: CachedGroupSource, key: GroupKey) =>
  `${schema} ${epoch} ${key.join(' ')} ${withheld}`;

/** Decodes a group with this number of fields; null for damaged bytes. */
export function decodedGroup(bytes: Uint8Array, fields: number): SealedGroup | null {
  try {
    return decodeGroup(bytes, fields);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The bytes of groups in the order of the keys, one by one; null for missing ones.
 * @throws {HttpProblem} the service's refusal; 422 if its answer has other bytes than groups.
 */
export async function* groupBytes(
  upstream: Upstream,
  source: GroupSource,
  keys: readonly GroupKey[],
  expected?: ExpectedState,
): AsyncGenerator<GroupBytes | null> {
  for (let from = 0; from < keys.length;) {
    const asked = keys.slice(from, from + maxGroupsPerCall);
    const groups = await readAnswer(upstream, source, asked, expected);
    if (groups.length === 0) throw otherAnswer();
    from += groups.length;
    yield* groups;
  }
}

/** The same at once, for a few groups. */
export async function readGroupBytes(
  upstream: Upstream,
  source: GroupSource,
  keys: readonly GroupKey[],
): Promise<(Uint8Array | null)[]> {
  const found: (Uint8Array | null)[] = [];
  for await (const group of groupBytes(upstream, source, keys)) found.push(group?.bytes ?? null);
  return found;
}

/** The groups of one answer, which may have only the first of the requested ones. */
async function readAnswer(
  upstream: Upstream,
  { credentials, schema }: GroupSource,
  keys: readonly GroupKey[],
  expected?: ExpectedState,
): Promise<(GroupBytes | null)[]> {
  const asked = keys.map(([upload, number]): [string, number] => [upload, number]);
  const body = { schema, groups: asked, ...(expected && { expected }) };
  const answer = await upstream.call(readGroups, { credentials, body });
  const { origins, groups } = parsedAnswer(answer);
  if (groups.length > keys.length) throw otherAnswer();
  return groups.map((bytes, at) => {
    if (!bytes) return null;
    const origin = origins[keys[at]![0]];
    if (!origin) throw otherAnswer();
    return { bytes, ...origin };
  });
}

function parsedAnswer(answer: Uint8Array) {
  try {
    const { origins, groups } = decodeGroupsAnswer(answer);
    return { origins: UploadOrigins.parse(JSON.parse(origins)), groups };
  } catch (error) {
    throw otherAnswer(error);
  }
}

/** The service's answer has other records than were asked for. */
export const otherAnswer = (cause?: unknown) =>
  new HttpProblem(
    422,
    'The service answered with other records than were asked for, so they are not shown. Tell the operator of the service.',
    { cause },
  );
