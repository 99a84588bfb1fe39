/** The parts of long manifests: stored with the manifest that names them, and deleted some time after the last one that does. */
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { ListedEntry } from '@cloakroom/contract/manifestParts.ts';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import { encodeByteList } from '@cloakroom/wire/byteList.ts';
import {
  decodeOrdinals,
  decodeRangeIndex,
  decodeRangePart,
  decodeVersions,
} from '@cloakroom/wire/manifestParts.ts';
import type { Queries } from '../../db/client.ts';
import { manifestParts } from '../../db/schema.ts';

/** Parts stay for readers of an earlier manifest. */
const readableSince = sql`now() - interval '1 hour'`;
const maxSweptParts = 1_000;
/** A body with the new parts of a manifest in base64: enough for a million ranges of one segment. */
export const maxManifestBytes = 48 * 1024 * 1024;
/** An answer ends with the part that makes it longer than this. */
const maxAnswerBytes = 8 * 1024 * 1024;

/** A manifest names a part that is not there. */
export class MissingPart extends Error {
  override readonly name = 'MissingPart';
  readonly part: string;

  constructor(part: string) {
    super(`Part ${part} of a list of segments is not stored.`);
    this.part = part;
  }
}

const bytesOf = (hex: string) => Buffer.from(hex, 'hex');

/** Of the cached parts of all schemas together. */
const maxCacheBytes = 32 * 1024 * 1024;

/** Parts by hash, which never change. */
export type PartCache = LRUCache<string, Uint8Array>;

export const partCache = (): PartCache =>
  new LRUCache({ maxSize: maxCacheBytes, sizeCalculation: ({ length }) => length + 1 });

/** The parts of one schema: first those that were just sent, then cached and stored ones. Each is read once. */
export class PartReader {
  readonly #cache: PartCache | undefined;
  readonly #queries: Queries;
  readonly #schema: string;
  readonly #parts: Map<string, Uint8Array>;

  /** @param sent - parts by hash, which the caller has verified. */
  constructor(
    queries: Queries,
    schema: string,
    { sent = new Map(), cache }: { sent?: ReadonlyMap<string, Uint8Array>; cache?: PartCache } = {},
  ) {
    this.#cache = cache;
    this.#queries = queries;
    this.#schema = schema;
    this.#parts = new Map(sent);
  }

  /** Reads parts, in one statement. @throws {MissingPart} */
  async load(hashes: readonly string[]): Promise<void> {
    const missing = [...new Set(hashes)].filter((hash) => !this.#isPresent(hash));
    if (missing.length === 0) return;
    for (const [hash, data] of await findParts(this.#queries, this.#schema, missing)) {
      this.#parts.set(hash, data);
      this.#cache?.set(hash, data);
    }
    for (const hash of missing) this.bytes(hash);
  }

  #isPresent(hash: string): boolean {
    if (this.#parts.has(hash)) return true;
    const cached = this.#cache?.get(hash);
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

async function findParts(
  queries: Queries,
  schema: string,
  hashes: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = await queries
    .select({ part: manifestParts.part, data: manifestParts.data })
    .from(manifestParts)
    .where(
      and(
        eq(manifestParts.schema, schema),
        sql`${manifestParts.part} = any(${sql.param(hashes.map(bytesOf))}::bytea[])`,
      ),
    );
  return new Map(rows.map(({ part, data }) => [part.toString('hex'), data]));
}

/**
 * The bytes of an answer with the first of these parts: for each its length and its bytes.
 * @throws {HttpProblem} 404 if one is missing.
 */
export async function partsAnswer(
  queries: Queries,
  schema: string,
  hashes: readonly string[],
): Promise<Buffer> {
  const { rows } = await queries.execute<{ data: Buffer | null }>(sql`
    select data from (
      select asked.place, ${manifestParts.data} as data,
        sum(octet_length(${manifestParts.data})) over (order by asked.place) - octet_length(${manifestParts.data}) as before
      from unnest(${sql.param(hashes.map(bytesOf))}::bytea[]) with ordinality as asked (part, place)
      left join ${manifestParts} on ${manifestParts.schema} = ${schema} and ${manifestParts.part} = asked.part
    ) as found
    where before is null or before <= ${maxAnswerBytes}
    order by place`);
  const parts = rows.map(({ data }) => {
    if (!data) throw notFound('Part');
    return data;
  });
  return Buffer.from(encodeByteList(parts).buffer);
}

/** Stores parts that a new manifest names, and marks those as unlisted that it no longer names. */
export async function listParts(
  transaction: Queries,
  schema: string,
  parts: { listed: readonly string[]; unlisted: readonly string[] },
  reader: PartReader,
): Promise<void> {
  const { listed, unlisted } = parts;
  if (listed.length > 0) {
    const rows = { part: listed.map(bytesOf), data: listed.map((hash) => reader.bytes(hash)) };
    await transaction.execute(sql`
      insert into ${manifestParts} (schema_id, part, data)
      select ${schema}, part, data
      from unnest(${sql.param(rows.part)}::bytea[], ${sql.param(rows.data)}::bytea[]) as new (part, data)
      on conflict (schema_id, part) do update set unlisted = null`);
  }
  if (unlisted.length > 0)
    await transaction
      .update(manifestParts)
      .set({ unlisted: sql`now()` })
      .where(
        and(
          eq(manifestParts.schema, schema),
          sql`${manifestParts.part} = any(${sql.param(unlisted.map(bytesOf))}::bytea[])`,
        ),
      );
  await sweepParts(transaction, schema);
}

/** Deletes parts that have not been named for a while. The caller has locked the manifest. */
async function sweepParts(transaction: Queries, schema: string): Promise<void> {
  const old = transaction
    .select({ part: manifestParts.part })
    .from(manifestParts)
    .where(
      and(
        eq(manifestParts.schema, schema),
        isNotNull(manifestParts.unlisted),
        lt(manifestParts.unlisted, readableSince),
      ),
    )
    .limit(maxSweptParts);
  await transaction
    .delete(manifestParts)
    .where(and(eq(manifestParts.schema, schema), sql`${manifestParts.part} in ${old}`));
}
