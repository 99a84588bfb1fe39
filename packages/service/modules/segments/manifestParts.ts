/** The parts of long manifests: stored with the manifest that names them, and deleted some time after the last one that does. */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { ListedEntry } from '@cloakroom/contract/manifestParts.ts';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { encodeByteList } from '@cloakroom/wire/byteList.ts';
import {
  decodeOrdinals,
  decodeRangeIndex,
  decodeRangePart,
  decodeVersions,
} from '@cloakroom/wire/manifestParts.ts';
import type { Queries } from '../../db/client.ts';
import { manifestParts } from '../../db/schema.ts';
import { hashBytes, type PartStore } from '../../store/partStore.ts';
import { removeParts } from '../../store/removal.ts';
import type { SentParts } from './sentParts.ts';

/** Parts stay for readers of an earlier manifest. */
const readableSince = sql`now() - interval '1 hour'`;
const maxSweptParts = 1_000;
/** A body with the new parts of a manifest in base64: enough for a million ranges of one segment. */
export const maxManifestBytes = 48 * 1024 * 1024;
/** An answer ends with the part that makes it longer than this. */
const maxAnswerBytes = 8 * 1024 * 1024;

/** A stored manifest names a part that is not there, or is damaged. */
export class MissingPart extends HttpProblem {
  readonly part: string;

  constructor(part: string) {
    super(500, `Part ${part} of a list of segments is not stored, or damaged. Restore it from a backup.`);
    this.part = part;
  }
}

/** The parts of one schema: first those that were just sent, then cached and stored ones. Each is read once. */
export class PartReader {
  readonly #store: Pick<PartStore, 'cache' | 'read'>;
  readonly #queries: Queries;
  readonly #schema: string;
  readonly #parts: Map<string, Uint8Array>;

  /** @param sent - parts by hash, which the caller has verified. */
  constructor(
    queries: Queries,
    store: Pick<PartStore, 'cache' | 'read'>,
    schema: string,
    sent: ReadonlyMap<string, Uint8Array> = new Map(),
  ) {
    this.#store = store;
    this.#queries = queries;
    this.#schema = schema;
    this.#parts = new Map(sent);
  }

  /** Reads parts, in one statement and with as few calls to their store as it takes. @throws {MissingPart} {StoreUnavailable} */
  async load(hashes: readonly string[]): Promise<void> {
    const missing = [...new Set(hashes)].filter((hash) => !this.#isPresent(hash));
    if (missing.length === 0) return;
    const found = await this.#store.read(this.#queries, this.#schema, missing);
    for (const [at, hash] of missing.entries()) {
      const bytes = found[at];
      if (!bytes) throw new MissingPart(hash);
      this.#parts.set(hash, bytes);
      this.#store.cache.set(hash, bytes);
    }
  }

  #isPresent(hash: string): boolean {
    if (this.#parts.has(hash)) return true;
    const cached = this.#store.cache.get(hash);
    if (cached) this.#parts.set(hash, cached);
    return cached !== undefined;
  }

  /** A part that was loaded. @throws {MissingPart} */
  bytes(hash: string): Uint8Array {
    const bytes = this.#parts.get(hash);
    if (!bytes) throw new MissingPart(hash);
    return bytes;
  }

  /** Completes entries with the lists that are in parts. @throws {MissingPart} {PartRefused} */
  async complete(entries: readonly ListedEntry[]): Promise<SegmentEntry[]> {
    await this.load(entries.flatMap(ownParts));
    await this.load(entries.flatMap((entry) => this.rangeParts(entry)));
    return entries.map((entry) => {
      const { range_index: _, deleted_part, unreadable_part, versions_part, ranges, ...rest } = entry;
      const all =
        ranges ?? this.rangeParts(entry).flatMap((part) => decodeRangePart(this.bytes(part), entry.id));
      return {
        ...rest,
        ranges: all,
        ...(deleted_part && { deleted: this.deleted(entry) }),
        ...(unreadable_part && { unreadable: decodeOrdinals(this.bytes(unreadable_part.part), entry.id) }),
        ...(versions_part && { versions: decodeVersions(this.bytes(versions_part.part), entry.id) }),
      };
    });
  }

  /** The deleted ordinals of an entry. Its {@link ownParts} were loaded. */
  deleted({ id, deleted, deleted_part }: ListedEntry): [number, number][] {
    return deleted_part ? decodeOrdinals(this.bytes(deleted_part.part), id) : (deleted ?? []);
  }

  /** The hashes of the parts with an entry's ranges. Its {@link ownParts} were loaded. */
  rangeParts({ id, range_index }: ListedEntry): string[] {
    if (range_index === undefined) return [];
    return decodeRangeIndex(this.bytes(range_index), id).map(([part]) => part);
  }
}

/** The parts that an entry names itself. */
export const ownParts = (entry: ListedEntry): string[] =>
  [
    entry.range_index,
    entry.deleted_part?.part,
    entry.unreadable_part?.part,
    entry.versions_part?.part,
  ].filter((part) => part !== undefined);

/**
 * The bytes of an answer with the first of these parts: for each its length and its bytes.
 * @throws {HttpProblem} 404 if one is missing or damaged.
 */
export async function partsAnswer(
  queries: Queries,
  store: PartStore,
  schema: string,
  hashes: readonly string[],
): Promise<Buffer> {
  const found = await store.read(queries, schema, hashes, maxAnswerBytes);
  const parts = found.map((bytes) => {
    if (!bytes) throw notFound('Part');
    return bytes;
  });
  return Buffer.from(encodeByteList(parts).buffer);
}

/**
 * Stores parts that a new manifest names, and marks those as unlisted that it no longer names.
 * @throws {MissingPart} if one of them was neither sent nor is stored.
 */
export async function listParts(
  transaction: Queries,
  schema: string,
  { listed, unlisted }: { listed: readonly string[]; unlisted: readonly string[] },
  sent: SentParts,
): Promise<void> {
  const isSent = (hash: string) => sent.bytes.has(hash);
  if (listed.some(isSent)) await sent.written.insert(transaction, listed.filter(isSent));
  const stored = listed.filter((hash) => !isSent(hash));
  const present = await setUnlisted(transaction, schema, stored, null);
  const missing = stored.find((hash) => !present.has(hash));
  if (missing !== undefined) throw new MissingPart(missing);
  await setUnlisted(transaction, schema, unlisted, sql`now()`);
  await sweepParts(transaction, schema);
}

/** @returns those of the parts that are stored. */
async function setUnlisted(
  transaction: Queries,
  schema: string,
  hashes: readonly string[],
  unlisted: SQL | null,
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await transaction
    .update(manifestParts)
    .set({ unlisted })
    .where(
      and(
        eq(manifestParts.schema, schema),
        sql`${manifestParts.part} = any(${sql.param(hashes.map(hashBytes))}::bytea[])`,
      ),
    )
    .returning({ part: manifestParts.part });
  return new Set(rows.map(({ part }) => part.toString('hex')));
}

/** Deletes parts that have not been named for a while. The caller has locked the manifest. */
const sweepParts = (transaction: Queries, schema: string): Promise<void> =>
  removeParts(
    transaction,
    schema,
    sql`(select ${manifestParts.part} from ${manifestParts}
      where ${manifestParts.schema} = ${schema} and ${manifestParts.unlisted} < ${readableSince} limit ${maxSweptParts})`,
  );
