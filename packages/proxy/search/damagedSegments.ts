/** Damaged segments and lost values: cached, counted, and explained in errors. */
import { totalLiveCount, unreadableCount } from '@cloakroom/contract/liveRecords.ts';
import type { Manifest, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { HttpProblem, unprocessable } from '@cloakroom/server-kit/problem.ts';
import { hasBit } from '@cloakroom/sealed-index/bits.ts';
import { formatVersion } from '@cloakroom/sealed-index/format.ts';
import { placesIn } from './recordPlaces.ts';
import { RecordFinder } from '@cloakroom/sealed-index/recordRanges.ts';
import { deletedBits } from '@cloakroom/sealed-index/tombstones.ts';

/** A search fails if it finds more damaged segments of one manifest. */
export const maxDamagedSegments = 32;
/** How long a damaged segment is skipped before it is tried again. */
const damagedTtlMs = 30_000;
/** Record ids in an error message. */
const maxNamedRecords = 5;

/** An answer, and how many records of the schema are missing from it or incomplete. */
export type PartialAnswer<Answer> = { answer: Answer; unreadable: number };

/** Caches which segments of a schema's manifest are damaged. */
export class DamagedSegments {
  readonly #found = new Map<string, { mac: string; ids: Map<string, number | undefined>; until: number }>();

  /** The manifest's known damaged segments by id, with the format's number for those of another format. */
  of({ schema, mac }: Pick<Manifest, 'schema' | 'mac'>): ReadonlyMap<string, number | undefined> {
    const found = this.#found.get(schema);
    return found?.mac === mac && found.until > Date.now() ? found.ids : new Map();
  }

  add({ schema, mac }: Pick<Manifest, 'schema' | 'mac'>, id: string, format?: number): void {
    const ids = new Map(this.of({ schema, mac })).set(id, format);
    this.#found.set(schema, { mac, ids, until: Date.now() + damagedTtlMs });
  }
}

const recordCount = (count: number) => `${count.toLocaleString('en')} record${count === 1 ? '' : 's'}`;

/**
 * The error of a search in damaged segments, for a call that doesn't accept partial answers.
 * @param rebuilding - whether all of their indexes are being rebuilt.
 * @param formats - format numbers of segments that another version sealed, by id.
 */
export function damagedIndex(
  damaged: readonly SegmentEntry[],
  all: number,
  rebuilding: boolean,
  formats: ReadonlyMap<string, number | undefined>,
): HttpProblem {
  const records = totalLiveCount(damaged);
  const partsText = damaged.length === 1 ? 'one part' : `${damaged.length} parts`;
  const other = damaged.map(({ id }) => formats.get(id));
  const [format] = other;
  // If both occur, the damage is reported.
  const reason =
    format !== undefined && !other.includes(undefined)
      ? `${damaged.length === 1 ? 'One part' : `${damaged.length} parts`} of the index ${damaged.length === 1 ? 'was' : 'were'} ` +
        `sealed by ${format > formatVersion ? 'a newer' : 'an older'} version of Cloakroom: format ${format} of the index; ` +
        `this version reads format ${formatVersion}`
      : `The service’s copy of ${partsText} of the index is damaged`;
  const remedy = rebuilding
    ? 'It is being rebuilt from the records: search again in a moment.'
    : 'A data owner’s proxy rebuilds it from the records when they open this schema’s records.';
  return new HttpProblem(
    422,
    `${reason} (segment ${damaged.map(({ id }) => id).join(', ')}), ` +
      `so ${recordCount(records)} of ${all.toLocaleString('en')} can’t be searched. ${remedy} ` +
      'With "partial": true the other records are searched.',
    rebuilding ? { headers: { 'Retry-After': '2' } } : {},
  );
}

/** The error of a search by values in a schema with lost values. */
export function lostValues(entries: readonly SegmentEntry[]): HttpProblem {
  const count = entries.reduce((sum, entry) => sum + unreadableCount(entry), 0);
  const ids = entries.flatMap(unreadableRecords).slice(0, maxNamedRecords);
  const more = count > ids.length ? `, … (${count - ids.length} more)` : '';
  return unprocessable(
    `Values of ${recordCount(count)} are lost at the service, so a search by values could miss ${count === 1 ? 'it' : 'them'}: ` +
      `${ids.join(', ')}${more}. Delete ${count === 1 ? 'this record' : 'these records'} and upload the rows again, ` +
      'or have the service’s backup restored. With "partial": true the other records are searched.',
  );
}

/** The ids of a segment's first live records with values missing from its index. */
function unreadableRecords(entry: SegmentEntry): string[] {
  const places = placesIn({ segments: [entry] });
  const finder = new RecordFinder(entry.ranges);
  const deleted = deletedBits(entry);
  const ids: string[] = [];
  for (const [first, count] of entry.unreadable ?? [])
    for (let ordinal = first; ordinal < first + count && ids.length < maxNamedRecords; ordinal++) {
      if (deleted && hasBit(deleted, ordinal)) continue;
      ids.push(places.idAt(finder.at(ordinal)));
    }
  return ids;
}
