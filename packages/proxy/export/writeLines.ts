/** Reads groups of records from the service and writes them as lines of JSON. */
import { recordsPerGroup, type ExpectedState } from '@cloakroom/contract/segments.ts';
import type { Credentials } from '../credentials.ts';
import { decodedGroup, groupBytes, type GroupKey } from '../search/recordGroups.ts';
import type { Upstream } from '../upstream.ts';
import { groupLines, type GroupPart, type LineField } from './groupLines.ts';

/** Contains keys: a task is never written to a disk. */
export type LineTask = {
  /** The service's origin. */
  upstream: string;
  credentials: Credentials;
  schema: string;
  /**
   * For each generation of the records how many fields they were sealed with, those that may be read, and the names of the fields
   * to report as withheld.
   */
  generations: { generation: number; fieldCount: number; fields: LineField[]; withheld: string[] }[];
  /** The records, in spans of one upload and generation; a changed record by itself, with its id. */
  spans: { upload: string; first: number; count: number; generation: number; id?: string | undefined }[];
  /** Confirmed by the service before records are returned. */
  expected: ExpectedState;
  partial: boolean;
  /** What precedes the paths of URLs in the lines. */
  origin: string;
};

/** The lines of the first records of a task, in UTF-8, and how many these are. */
export type WrittenLines = { bytes: Uint8Array<ArrayBuffer>; records: number };

/** Groups that are read with one call, while those of the previous call are decrypted. */
const groupsPerCall = 128;
/** Limits the lines of records with long values. They exceed it by at most one group. */
const maxBytes = 16 * 1024 * 1024;

type Part = GroupPart & { key: GroupKey; generation: number };

/**
 * Writes the lines of a task's records, in their order. Long ones end it early.
 * @throws {HttpProblem} the service's refusal: 412 if the state differs. @throws {Tampered} for a damaged value, unless `partial`.
 */
export async function writeLines(task: LineTask, upstream: Upstream): Promise<WrittenLines> {
  const parts = partsOf(task);
  const writerOf = writers(task);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let records = 0;
  let pending = readGroups(task, upstream, parts.slice(0, groupsPerCall));
  for (let from = 0; from < parts.length && bytes < maxBytes; from += groupsPerCall) {
    const groups = await pending;
    pending = readGroups(task, upstream, parts.slice(from + groupsPerCall, from + 2 * groupsPerCall));
    // An error is thrown when the promise is awaited, if it is.
    pending.catch(() => undefined);
    for (const [at, group] of groups.entries()) {
      const part = parts[from + at]!;
      const { write, fieldCount } = writerOf(part.generation);
      const lines = Buffer.from(write(part, group && decodedGroup(group, fieldCount)));
      chunks.push(lines);
      bytes += lines.length;
      records += part.count;
      if (bytes >= maxBytes) break;
    }
  }
  return { bytes: joined(chunks, bytes), records };
}

/** The parts of groups that the spans consist of. */
const partsOf = ({ spans }: LineTask): Part[] =>
  spans.flatMap(({ upload, first, count, generation, id }) => {
    const bytes = Buffer.from(upload, 'hex');
    const parts: Part[] = [];
    for (let from = first; from < first + count;) {
      const group = Math.floor(from / recordsPerGroup);
      const end = Math.min(first + count, (group + 1) * recordsPerGroup);
      parts.push({ upload: bytes, first: from, count: end - from, id, key: [upload, group], generation });
      from = end;
    }
    return parts;
  });

function writers({ schema, generations, partial, origin }: LineTask) {
  const byGeneration = new Map(
    generations.map(({ generation, fieldCount, fields, withheld }) => [
      generation,
      { fieldCount, write: groupLines({ schema, generation }, { fields, withheld, partial, origin }) },
    ]),
  );
  return (generation: number) => byGeneration.get(generation)!;
}

/** The bytes of each part's group; null for a lost one. A group that two parts share is read once. */
async function readGroups(
  { credentials, schema, expected }: LineTask,
  upstream: Upstream,
  parts: readonly Part[],
): Promise<(Uint8Array | null)[]> {
  if (parts.length === 0) return [];
  const keys = new Map(parts.map(({ key }) => [key.join(' '), key]));
  const found = new Map<string, Uint8Array | null>();
  const names = [...keys.keys()];
  const source = { credentials, schema };
  for await (const group of groupBytes(upstream, source, [...keys.values()], expected))
    found.set(names[found.size]!, group?.bytes ?? null);
  return parts.map(({ key }) => found.get(key.join(' ')) ?? null);
}

/** One array of its own, which can be moved to another thread. */
function joined(chunks: readonly Buffer[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
