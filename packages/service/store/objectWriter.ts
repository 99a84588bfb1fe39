/** Writes the bytes of segments as objects: one with the blocks, and one with the groups of records. */
import { and, eq, gte, lt } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { groupRanges, recordGroups } from '../db/schema.ts';
import { labelBytes } from '@cloakroom/contract/segments.ts';
import { blocksTable, groupsTable, type ObjectKind } from './objectFormat.ts';
import { insertObject, newObjectId, objectName, type ObjectRow } from './objectRows.ts';
import { inChunks, measured } from './objectSource.ts';
import { StoreUnavailable } from './objectStore.ts';
import { ownedElsewhere, type RegisteredStore } from './objectStores.ts';
import { copyItems, groupSpanOf, recordsTaken, requireNoObjectGroups } from './postgresBytes.ts';
import { lockRanges } from './removal.ts';
import type { NewSegment, WrittenSegment } from './segmentStore.ts';

/** Objects without metadata are swept after a day, so what took this long is not inserted any more. */
export const maxWriteMs = 3_600_000;

/** An object that is durable, without its metadata. */
export type WrittenObject = Omit<ObjectRow, 'created' | 'rewrite' | 'removed'>;

/** Writes an object. @throws {StoreUnavailable}, also if another database owns the store: it would sweep the object. */
export async function writeObject(
  { id, store, isOwned }: RegisteredStore,
  { schema, segment, kind, items, first }: Pick<ObjectRow, 'schema' | 'segment' | 'kind' | 'items' | 'first'>,
  open: () => AsyncIterable<Uint8Array>,
): Promise<WrittenObject> {
  if (!(await isOwned())) throw new StoreUnavailable(ownedElsewhere);
  const source = await measured(open);
  const written = { schema, segment, kind, items, first, object: newObjectId(), store: id };
  await store.put(objectName(written), source);
  return { ...written, bytes: source.bytes, digest: source.sha256 };
}

/**
 * Waits for objects that are being written. If one can't be written, the others are deleted again.
 * @returns them in the same order, and what deletes them; it does not throw: what remains is swept later. @throws {StoreUnavailable}
 */
export async function allWritten(
  { store }: RegisteredStore,
  writes: readonly Promise<WrittenObject>[],
): Promise<{ written: WrittenObject[]; discard: () => Promise<void> }> {
  const settled = await Promise.allSettled(writes);
  const written = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const discard = async () => {
    for (const object of written) await store.remove(objectName(object)).catch(() => undefined);
  };
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) {
    await discard();
    throw failed.reason;
  }
  return { written, discard };
}

/**
 * Writes a segment's objects. Packed records of earlier versions stay rows.
 * @throws {HttpProblem} 400 for an invalid group. @throws {StoreUnavailable}
 */
export async function writeSegmentObjects(
  target: RegisteredStore,
  segment: NewSegment,
): Promise<WrittenSegment> {
  const begun = Date.now();
  const common = { schema: segment.schema, segment: segment.id };
  const sources: { kind: ObjectKind; items: number; first: number; open: () => AsyncIterable<Uint8Array> }[] =
    [];
  const blockCount = segment.labels.length / labelBytes;
  if (blockCount > 0)
    sources.push({
      kind: 'blocks',
      items: blockCount,
      first: 0,
      open: () => inChunks(tableAnd(blocksTable(segment.labels), segment.blocks)),
    });
  if (segment.content === 'groups' && segment.recordCount > 0) {
    const lengths: number[] = [];
    // Validates every group before anything is written.
    for await (const batch of segment.items()) for (const { length } of batch) lengths.push(length);
    const { first } = groupSpanOf(segment);
    const table = groupsTable(segment.upload, first, lengths);
    sources.push({
      kind: 'groups',
      items: lengths.length,
      first,
      open: () => inChunks(tableAnd(table, () => flat(segment.items()))),
    });
  }
  const { written, discard } = await allWritten(
    target,
    sources.map(({ open, ...of }) => writeObject(target, { ...common, ...of }, open)),
  );
  return {
    async insert(transaction, copy) {
      if (Date.now() - begun > maxWriteMs) throw new StoreUnavailable('writing a segment took too long');
      for (const object of written) await insertObject(transaction, object);
      if (segment.content === 'records') return copyItems(copy, segment);
      const groups = written.find(({ kind }) => kind === 'groups');
      if (groups) await insertRange(transaction, segment, groups);
    },
    discard,
  };
}

/** @throws {HttpProblem} 409 if one of the groups is stored already. */
async function insertRange(transaction: Queries, segment: NewSegment, groups: WrittenObject): Promise<void> {
  const upload = Buffer.from(segment.upload);
  const [first, end] = [groups.first, groups.first + groups.items];
  await lockRanges(transaction, upload);
  await requireNoObjectGroups(transaction, segment);
  const taken = await transaction
    .select({ number: recordGroups.number })
    .from(recordGroups)
    .where(
      and(eq(recordGroups.upload, upload), gte(recordGroups.number, first), lt(recordGroups.number, end)),
    )
    .limit(1);
  if (taken.length > 0) throw recordsTaken();
  await transaction.insert(groupRanges).values({ upload, first, end, object: groups.object });
}

async function* tableAnd(table: Buffer, rest: () => AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield table;
  yield* rest();
}

async function* flat(batches: AsyncIterable<Uint8Array[]>): AsyncGenerator<Uint8Array> {
  for await (const batch of batches) yield* batch;
}
