/** Reads groups of records. One statement finds each of them: with its bytes, or with the object that has them. */
import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { groupRanges, recordGroups, uploads } from '../db/schema.ts';
import type { ObjectReader, ObjectItem } from './objectReader.ts';
import { maxPortionBytes, type SegmentStore } from './segmentStore.ts';

/** The place of a group: its bytes, or the id of an object; neither if it was deleted. */
type GroupPlace = { position: number; data: Buffer | null; object: Buffer | null };

// A row replaces the group of an object. The length of a stored value is known without reading it.
const groupPlaces = prepared<GroupPlace>(
  'group_places',
  sql`
    select position, data, object from (
      select asked.position::int as position, ${recordGroups.data} as data, range.object as object,
        sum(octet_length(${recordGroups.data})) over (order by asked.position) - octet_length(${recordGroups.data}) as before
      from unnest(${sql.placeholder('uploads')}::bytea[], ${sql.placeholder('numbers')}::bigint[])
        with ordinality as asked (upload, number, position)
      join ${uploads} on ${uploads.upload} = asked.upload and ${uploads.schema} = ${sql.placeholder('schema')}
      left join ${recordGroups} on ${recordGroups.upload} = asked.upload and ${recordGroups.number} = asked.number
      left join lateral (
        select ${groupRanges.object} as object, ${groupRanges.end} as end_number from ${groupRanges}
        where ${recordGroups.data} is null and ${groupRanges.upload} = asked.upload and ${groupRanges.first} <= asked.number
        order by ${groupRanges.first} desc limit 1
      ) as range on range.end_number > asked.number
    ) as found
    where coalesce(before, 0) <= ${maxPortionBytes}
    order by position`,
);

/** Reads a portion of a schema's groups: the first ones, in the order of the keys; undefined for those that are lost. */
export const groupReader =
  (database: Database, objects: ObjectReader): SegmentStore['readGroups'] =>
  async (schema, keys) => {
    const places = await groupPlaces(database, {
      schema,
      uploads: keys.map(([upload]) => Buffer.from(upload, 'hex')),
      numbers: keys.map(([, number]) => number),
    });
    const inObjects = places.filter(({ object }) => object !== null);
    const items = await objects.findGroups(
      inObjects.map(({ position, object }) => ({ object: object!, number: keys[position - 1]![1] })),
    );
    const itemAt = new Map(inObjects.map(({ position }, at) => [position, items[at]]));
    const answer = new Array<Buffer | undefined>(keys.length).fill(undefined);
    const wanted: { at: number; item: ObjectItem }[] = [];
    let bytes = 0;
    let end = 0;
    for (const { position, data } of places) {
      if (bytes > maxPortionBytes) break;
      end = position;
      const item = itemAt.get(position);
      if (data) answer[position - 1] = data;
      else if (item) wanted.push({ at: position - 1, item });
      bytes += data?.length ?? item?.range.length ?? 0;
    }
    const read = await objects.read(wanted.map(({ item }) => item));
    for (const [number, { at }] of wanted.entries()) answer[at] = read[number];
    return bytes > maxPortionBytes ? answer.slice(0, end) : answer;
  };
