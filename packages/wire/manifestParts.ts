/**
 * Parts of a long manifest as bytes. The first byte is the kind. Leaves and nodes are JSON; the parts of one segment begin with
 * its id, so that no two segments have the same part.
 */
import {
  ListedEntries,
  maxRangesPerPart,
  RangeIndex,
  type ListedEntry,
} from '@cloakroom/contract/manifestParts.ts';
import { NodeRefs, type NodeRef } from '@cloakroom/contract/manifestTree.ts';
import { maxRangesPerSegment, type NewVersion, type RecordRange } from '@cloakroom/contract/segments.ts';
import { canonicalJson } from './canonicalJson.ts';
import { hexAt, putHex } from './hex.ts';
import { putRanges, rangesLength, uploadBytes } from './recordRanges.ts';
import { decodeShortId, encodeShortId } from './shortId.ts';
import { putVarint, varintLength, varintReader, type VarintReader } from './varint.ts';

/** The first byte of a part. */
export const partKinds = { leaf: 1, nodes: 2, rangeIndex: 3, ranges: 4, ordinals: 5, versions: 6 } as const;
type PartKind = keyof typeof partKinds;

/** Ordinals `first` to `first + count − 1`. */
export type OrdinalRange = [first: number, count: number];

const idBytes = 16;
/** Kind and segment. */
const headBytes = 1 + idBytes;

/** Bytes that are not the expected part. The message says why. */
export class PartRefused extends RangeError {
  override readonly name = 'PartRefused';
}

function refuse(reason: string): never {
  throw new PartRefused(`This is not the expected part of a list of segments: ${reason}.`);
}

function jsonPart(kind: PartKind, value: unknown, segment?: string): Uint8Array {
  const text = new TextEncoder().encode(canonicalJson(value));
  const head = segment === undefined ? 1 : headBytes;
  const bytes = new Uint8Array(head + text.length);
  bytes[0] = partKinds[kind];
  putHex(bytes, 1, segment ?? '');
  bytes.set(text, head);
  return bytes;
}

/** The entries of segments. */
export const encodeLeaf = (entries: readonly ListedEntry[]): Uint8Array => jsonPart('leaf', entries);
/** References to nodes of the level below. */
export const encodeNodes = (nodes: readonly NodeRef[]): Uint8Array => jsonPart('nodes', nodes);
/** References to the parts with a segment's ranges. */
export const encodeRangeIndex = (segment: string, index: RangeIndex): Uint8Array =>
  jsonPart('rangeIndex', index, segment);

/** @throws {PartRefused} if it is another part. */
export const decodeLeaf = (bytes: Uint8Array): ListedEntry[] =>
  parsedAs(ListedEntries, jsonIn(bytes, 'leaf'));
/** @throws {PartRefused} if it is another part. */
export const decodeNodes = (bytes: Uint8Array): NodeRef[] => parsedAs(NodeRefs, jsonIn(bytes, 'nodes'));
/** @throws {PartRefused} if it is another part, or belongs to another segment. */
export const decodeRangeIndex = (bytes: Uint8Array, segment: string): RangeIndex =>
  parsedAs(RangeIndex, jsonIn(bytes, 'rangeIndex', segment));

/** Some of a segment's ranges. */
export function encodeRangePart(segment: string, ranges: readonly RecordRange[]): Uint8Array {
  const bytes = segmentPart('ranges', segment, headBytes + rangesLength(ranges));
  putRanges(bytes, headBytes, ranges);
  return bytes;
}

/** @throws {PartRefused} if it is another part, or belongs to another segment. */
export const decodeRangePart = (bytes: Uint8Array, segment: string): RecordRange[] =>
  decodeRangesAmong(bytes, segment, { first: 0, end: Infinity }).ranges;

/**
 * The ranges of a part that have some of its records `first` to `end − 1`, and how many records are before them. The others are
 * skipped: a page of records needs few of 2,048 ranges.
 * @throws {PartRefused} if it is another part, or belongs to another segment.
 */
export function decodeRangesAmong(
  bytes: Uint8Array,
  segment: string,
  { first: firstRecord, end }: { first: number; end: number },
): { before: number; ranges: RecordRange[] } {
  const reader = segmentReader(bytes, 'ranges', segment);
  const length = reader.number();
  if (length < 1 || length > maxRangesPerPart) refuse(`it has ${length} ranges`);
  const ranges: RecordRange[] = [];
  let [before, records] = [0, 0];
  for (let number = 0; number < length; number++) {
    const from = reader.at;
    if (from + uploadBytes > bytes.length) refuse('it is truncated');
    reader.at += uploadBytes;
    const [first, count] = [uint32(reader), positive(reader)];
    if (records + count <= firstRecord) before += count;
    else if (records < end) ranges.push({ upload: hexAt(bytes, from, uploadBytes), first, count });
    records += count;
  }
  if (reader.at !== bytes.length) refuse('it is too long');
  return { before, ranges };
}

/** Ascending ranges of a segment's ordinals: their number, then for each the distance from the end of the previous one, and the count. */
export function encodeOrdinals(segment: string, ranges: readonly OrdinalRange[]): Uint8Array {
  let end = 0;
  const numbers = [ranges.length];
  for (const [first, count] of ranges) {
    numbers.push(first - end, count);
    end = first + count;
  }
  const bytes = segmentPart(
    'ordinals',
    segment,
    numbers.reduce((sum, number) => sum + varintLength(number), headBytes),
  );
  let at = headBytes;
  for (const number of numbers) at = putVarint(bytes, at, number);
  return bytes;
}

/** @throws {PartRefused} if it is another part, or belongs to another segment. */
export function decodeOrdinals(bytes: Uint8Array, segment: string): OrdinalRange[] {
  const reader = segmentReader(bytes, 'ordinals', segment);
  const length = reader.number();
  if (length < 1 || length > maxRangesPerSegment) refuse(`it has ${length} ranges`);
  let end = 0;
  const ranges = Array.from({ length }, (): OrdinalRange => {
    const first = end + uint32(reader);
    const count = positive(reader);
    end = first + count;
    return [first, count];
  });
  if (reader.at !== bytes.length) refuse('it is too long');
  return ranges;
}

/** The new versions in a segment: their number, then for each the distance from the previous ordinal, less 1, and the record's id (16 bytes). */
export function encodeVersions(segment: string, versions: readonly NewVersion[]): Uint8Array {
  let last = -1;
  const distances = versions.map(([ordinal]) => {
    const distance = ordinal - last - 1;
    last = ordinal;
    return distance;
  });
  const length = distances.reduce(
    (sum, distance) => sum + varintLength(distance) + idBytes,
    headBytes + varintLength(versions.length),
  );
  const bytes = segmentPart('versions', segment, length);
  let at = putVarint(bytes, headBytes, versions.length);
  for (const [index, [, id]] of versions.entries()) {
    at = putVarint(bytes, at, distances[index]!);
    bytes.set(decodeShortId(id), at);
    at += idBytes;
  }
  return bytes;
}

/** @throws {PartRefused} if it is another part, or belongs to another segment. */
export function decodeVersions(bytes: Uint8Array, segment: string): NewVersion[] {
  const reader = segmentReader(bytes, 'versions', segment);
  const length = reader.number();
  if (length < 1 || length > maxRangesPerSegment) refuse(`it has ${length} versions`);
  let last = -1;
  const versions = Array.from({ length }, (): NewVersion => {
    last += uint32(reader) + 1;
    const from = reader.at;
    reader.at += idBytes;
    if (reader.at > bytes.length) refuse('it is truncated');
    return [last, encodeShortId(bytes.subarray(from, from + idBytes))];
  });
  if (reader.at !== bytes.length) refuse('it is too long');
  return versions;
}

function segmentPart(kind: PartKind, segment: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes[0] = partKinds[kind];
  putHex(bytes, 1, segment);
  return bytes;
}

function requireHead(bytes: Uint8Array, kind: PartKind, segment?: string): void {
  if (bytes[0] !== partKinds[kind]) refuse('it is of another kind');
  if (segment !== undefined && hexAt(bytes, 1, idBytes) !== segment) refuse('it belongs to another segment');
}

function segmentReader(bytes: Uint8Array, kind: PartKind, segment: string): VarintReader {
  requireHead(bytes, kind, segment);
  return varintReader(bytes, headBytes, refuse);
}

function jsonIn(bytes: Uint8Array, kind: PartKind, segment?: string): unknown {
  requireHead(bytes, kind, segment);
  const text = bytes.subarray(segment === undefined ? 1 : headBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    return refuse('it is damaged');
  }
}

type Shape<Value> = { safeParse(value: unknown): { success: true; data: Value } | { success: false } };

function parsedAs<Value>(shape: Shape<Value>, value: unknown): Value {
  const parsed = shape.safeParse(value);
  return parsed.success ? parsed.data : refuse('its JSON has the wrong shape');
}

function uint32(reader: VarintReader): number {
  const value = reader.number();
  return value > 0xffffffff ? refuse('a number is too large') : value;
}

function positive(reader: VarintReader): number {
  const value = uint32(reader);
  return value === 0 ? refuse('a range is empty') : value;
}
